package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Deadlines of a job, by stored times. */
final class Patience {
  /** How often a waiting job is looked at although nothing seems to have changed. */
  static final Duration RECHECK = Duration.ofSeconds(10);

  /** How often a running attempt is, so that a lost agent is noticed. */
  static final Duration WATCH = Duration.ofSeconds(5);

  private Patience() {}

  /** The job has been alive for longer than its author allows. */
  static boolean expired(JobView job, Instant now) {
    var start = job.recorded().startTime();
    var active = job.limits().active();
    return start != null && active != null && !now.isBefore(start.plus(active));
  }

  static String expiredMessage(JobView job) {
    return "Not finished within spec.activeDeadlineSeconds = %d."
        .formatted(seconds(job.limits().active()));
  }

  /** What is left until the author's deadline; more than anybody waits if there is none. */
  static Duration deadline(JobView job, Instant now) {
    var start = job.recorded().startTime();
    var active = job.limits().active();
    return start == null || active == null
        ? ChronoUnit.FOREVER.getDuration()
        : Duration.between(now, start.plus(active));
  }

  /** Waits for something that may come, or fails if it did not come in time. */
  static JobDecision await(JobView job, Reason reason, String message, Instant now) {
    var left = left(job, now);
    if (!left.isPositive()) {
      return new JobDecision.Fail(
          Reason.PendingTimeout,
          "%s: %s Waited for spec.pendingTimeoutSeconds = %d."
              .formatted(reason, message, seconds(job.limits().pending())));
    }
    return new JobDecision.Wait(reason, message, Truth.True, null, shorter(left, RECHECK));
  }

  /** A job that comes from the queue has waited for others: it waits for this from now on. */
  private static Duration left(JobView job, Instant now) {
    if (job.recorded().phase() == Phase.Queued) {
      return job.limits().pending();
    }
    var next = job.recorded().nextAttemptTime();
    var since = next == null ? job.created() : next;
    return Duration.between(now, since.plus(job.limits().pending()));
  }

  static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private static long seconds(@Nullable Duration duration) {
    return duration == null ? 0 : duration.toSeconds();
  }
}
