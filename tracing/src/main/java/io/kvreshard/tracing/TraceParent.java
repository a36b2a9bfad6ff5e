package io.kvreshard.tracing;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.concurrent.atomic.AtomicReference;

/** W3C's {@code traceparent}: the span that a request belongs to, as text. */
public final class TraceParent {
  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();
  private static final String FIELD = "traceparent";
  private static final TextMapGetter<String> GETTER =
      (text, key) -> key.equals(FIELD) ? text : null;

  private TraceParent() {}

  /** Of the current span; empty: there is none. */
  public static String current() {
    var found = new AtomicReference<>("");
    W3C.inject(
        Context.current(),
        found,
        (into, key, value) -> {
          if (into != null && key.equals(FIELD)) {
            into.set(value);
          }
        });
    return found.get();
  }

  /** Where spans are made for a request; without any parent if the text is none. */
  static Context context(String text) {
    return W3C.extract(Context.root(), text, GETTER);
  }
}
