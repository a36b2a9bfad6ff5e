package io.kvreshard.operator.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.DoubleStream;

/** Timers with buckets at the durations that people set themselves as goals. */
final class Durations {
  private static final long MILLIS = 1000;

  private Durations() {}

  /**
   * Begins a timer.
   *
   * @param goals bounds of its buckets, in seconds, ascending
   */
  static Timer timer(
      MeterRegistry registry, String name, String description, Tags tags, double... goals) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(
            DoubleStream.of(goals)
                .mapToObj(seconds -> Duration.ofMillis(Math.round(seconds * MILLIS)))
                .toArray(Duration[]::new))
        .register(registry);
  }
}
