package io.kvreshard.operator.metrics;

import io.kvreshard.core.job.Phase;
import io.kvreshard.operator.control.JobListener;
import io.kvreshard.operator.control.JobStep;
import io.kvreshard.operator.observe.JobViews;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** How long jobs take, in all and in each phase. */
final class JobTimers implements JobListener {
  private final PhaseTimes times = new PhaseTimes();
  private final Map<Phase, Timer> timers = new EnumMap<>(Phase.class);

  JobTimers(MeterRegistry registry) {
    for (var phase : Phase.values()) {
      timers.put(phase, phase.finished() ? whole(registry, phase) : part(registry, phase));
    }
  }

  private static Timer whole(MeterRegistry registry, Phase phase) {
    return Durations.timer(
        registry,
        "kvreshard.job.duration",
        "From the creation of jobs to their end, by the phase that they ended in.",
        Tags.of("phase", phase.name()),
        1,
        2.5,
        5,
        10,
        30,
        60,
        120,
        300,
        900,
        3600);
  }

  private static Timer part(MeterRegistry registry, Phase phase) {
    return Durations.timer(
        registry,
        "kvreshard.job.phase.duration",
        "How long jobs were in the phase that they leave, if this operator knows when it began.",
        Tags.of("phase", phase.name()),
        0.1,
        0.5,
        1,
        2.5,
        5,
        10,
        30,
        60,
        300,
        1800);
  }

  @Override
  public void took(JobStep step) {
    var before = step.before();
    var phase = JobViews.of(step.job()).recorded().phase();
    times.left(step).ifPresent(time -> record(before.recorded().phase(), time));
    if (phase.finished() && !before.recorded().phase().finished()) {
      record(phase, Duration.between(before.created(), step.ended()));
    }
  }

  /** Clocks of two machines may make a short time negative; the timer leaves such out. */
  private void record(Phase phase, Duration time) {
    var timer = timers.get(phase);
    if (timer != null) {
      timer.record(time);
    }
  }
}
