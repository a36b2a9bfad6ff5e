package io.kvreshard.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.trace.IdGenerator;

/** Random ids, except for spans that others know by theirs. */
final class ChosenIds implements IdGenerator {
  private static final ScopedValue<SpanContext> CHOSEN = ScopedValue.newInstance();

  private final IdGenerator others = IdGenerator.random();

  /** Starts a span as this one. */
  static Span start(SpanContext self, SpanBuilder span) {
    return ScopedValue.where(CHOSEN, self).call(span::startSpan);
  }

  @Override
  public String generateSpanId() {
    return CHOSEN.isBound() ? CHOSEN.get().getSpanId() : others.generateSpanId();
  }

  @Override
  public String generateTraceId() {
    return CHOSEN.isBound() ? CHOSEN.get().getTraceId() : others.generateTraceId();
  }
}
