package io.kvreshard.operator.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** How long reconciliations take. */
public final class TurnTimer {
  private TurnTimer() {}

  /** The timer of reconciliations of a kind with this outcome: ok, failed, fenced. */
  public static Timer of(MeterRegistry registry, String kind, String outcome) {
    return Durations.timer(
        registry,
        "kvreshard.reconcile.duration",
        "How long reconciliations took; a fenced one met the end of the leadership.",
        Tags.of("kind", kind, "outcome", outcome),
        0.01,
        0.05,
        0.1,
        0.25,
        0.5,
        1,
        2.5,
        5,
        10,
        30);
  }
}
