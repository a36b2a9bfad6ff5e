package io.kvreshard.agent.operation;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.crd.control.ControlPlane;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How often a control plane was asked for documents; it may throw instead of an answer. */
final class DocumentReads {
  final AtomicInteger count = new AtomicInteger();
  volatile @Nullable RuntimeException fault;

  /** The control plane to ask. */
  ControlPlane of(ControlPlane plane) {
    return (ControlPlane)
        Proxy.newProxyInstance(
            ControlPlane.class.getClassLoader(),
            new Class<?>[] {ControlPlane.class},
            (_, method, arguments) -> call(plane, method, arguments));
  }

  private @Nullable Object call(
      ControlPlane plane, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (arguments != null && method.getName().equals("get") && arguments[0] == ConfigMap.class) {
      count.incrementAndGet();
      RuntimeException instead = fault;
      if (instead != null) {
        throw instead;
      }
    }
    try {
      return method.invoke(plane, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
