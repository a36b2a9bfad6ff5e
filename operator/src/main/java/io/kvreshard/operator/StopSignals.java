package io.kvreshard.operator;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * What happens at SIGTERM and SIGINT instead of the JVM's end: an orderly one, with everything
 * still there that shutdown hooks may not rely on. The JDK's class for it is named and not imported
 * because the compiler's warning of it cannot be turned off.
 */
final class StopSignals {
  private static final List<String> SIGNALS = List.of("TERM", "INT");

  private StopSignals() {}

  /**
   * Calls at each signal.
   *
   * @throws IllegalStateException if this JVM does not let us: it was started with {@code -Xrs}
   */
  static void handle(Runnable stop) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var run =
          MethodHandles.publicLookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(stop);
      var calling =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(run, 0, signal));
      for (var name : SIGNALS) {
        var one = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, one, calling);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("signals cannot be handled: start the JVM without -Xrs", e);
    }
  }
}
