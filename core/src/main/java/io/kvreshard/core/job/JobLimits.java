package io.kvreshard.core.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How patient a job is.
 *
 * @param pending how long it waits for source and target
 * @param active from its first attempt to its end; null: no limit. A job that commits is past it
 * @param progress how long an attempt may verify no byte
 * @param backoffLimit how many attempts may follow the first one
 */
public record JobLimits(
    Duration pending, @Nullable Duration active, Duration progress, long backoffLimit) {
  public static final Duration DEFAULT_PENDING = Duration.ofMinutes(10);
  public static final Duration DEFAULT_PROGRESS = Duration.ofMinutes(1);
  public static final long DEFAULT_BACKOFF_LIMIT = 3;

  /** What holds where a job says nothing. */
  public static JobLimits defaults() {
    return new JobLimits(DEFAULT_PENDING, null, DEFAULT_PROGRESS, DEFAULT_BACKOFF_LIMIT);
  }
}
