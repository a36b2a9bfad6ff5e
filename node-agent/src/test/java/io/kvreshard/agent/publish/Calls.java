package io.kvreshard.agent.publish;

import io.kvreshard.crd.control.ControlPlane;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a control plane is asked for: the names of its methods. Something can happen in between. */
final class Calls {
  /** What happens meanwhile. */
  @FunctionalInterface
  interface Meanwhile {
    void run() throws Exception;
  }

  private final ControlPlane plane;
  private final List<String> names = new ArrayList<>();
  private final Map<String, Meanwhile> before = new HashMap<>();
  private final Map<String, Meanwhile> after = new HashMap<>();

  Calls(ControlPlane plane) {
    this.plane = plane;
  }

  /** The control plane to ask. */
  ControlPlane plane() {
    return (ControlPlane)
        Proxy.newProxyInstance(
            ControlPlane.class.getClassLoader(),
            new Class<?>[] {ControlPlane.class},
            (_, method, arguments) -> call(method, arguments));
  }

  /** Happens before each call of this method is carried out, from now on. */
  void before(String method, Meanwhile what) {
    before.put(method, what);
  }

  /** Happens when a call of this method has been carried out, before its answer. */
  void after(String method, Meanwhile what) {
    after.put(method, what);
  }

  /** All calls since the last time that somebody asked. */
  List<String> taken() {
    var taken = List.copyOf(names);
    names.clear();
    return taken;
  }

  private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    var name = method.getName();
    names.add(name);
    before.getOrDefault(name, () -> {}).run();
    try {
      var answer = method.invoke(plane, arguments);
      after.getOrDefault(name, () -> {}).run();
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
