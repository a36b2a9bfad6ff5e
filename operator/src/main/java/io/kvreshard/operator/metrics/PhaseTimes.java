package io.kvreshard.operator.metrics;

import io.kvreshard.core.job.Phase;
import io.kvreshard.operator.control.JobStep;
import io.kvreshard.operator.observe.JobViews;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long jobs were in the phases that they leave. A phase's beginning is remembered, or stands in
 * the job; of a phase that began under another operator it may be unknown.
 */
final class PhaseTimes {
  private static final int REMEMBERED = 10_000;

  private final Map<String, Instant> since =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** How long the job was in the phase that it has left with this step, if it has left one. */
  synchronized Optional<Duration> left(JobStep step) {
    var before = step.before();
    var phase = before.recorded().phase();
    var now = JobViews.of(step.job()).recorded().phase();
    if (now == phase) {
      return Optional.empty();
    }
    var known = now.finished() ? since.remove(before.uid()) : since.put(before.uid(), step.ended());
    return Optional.ofNullable(known == null ? recorded(step, phase) : known)
        .map(began -> Duration.between(began, step.ended()))
        .filter(time -> !time.isNegative());
  }

  private static @Nullable Instant recorded(JobStep step, Phase phase) {
    var job = step.before();
    return switch (phase) {
      case Pending -> job.recorded().attempt() == 0 ? job.created() : null;
      case Running -> attemptTime(step);
      case Queued, Committing, Succeeded, Failed, Cancelled -> null;
    };
  }

  private static @Nullable Instant attemptTime(JobStep step) {
    var text = step.job().getStatus().attemptTime();
    return text == null ? null : Instant.parse(text);
  }
}
