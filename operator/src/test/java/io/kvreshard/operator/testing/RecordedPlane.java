package io.kvreshard.operator.testing;

import io.kvreshard.crd.control.ControlPlane;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** A control plane that writes down which of its methods were called. */
public final class RecordedPlane {
  private RecordedPlane() {}

  /** The plane; the names of called methods go to {@code calls}. */
  public static ControlPlane of(ControlPlane plane, List<String> calls) {
    return (ControlPlane)
        Proxy.newProxyInstance(
            ControlPlane.class.getClassLoader(),
            new Class<?>[] {ControlPlane.class},
            (_, method, arguments) -> {
              calls.add(method.getName());
              try {
                return method.invoke(plane, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
