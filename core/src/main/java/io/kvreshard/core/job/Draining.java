package io.kvreshard.core.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Running, but the attempt has ended: wait for quiet, then try again or give up. */
final class Draining {
  private Draining() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    var recorded = job.recorded();
    return Retirement.next(seen, seen.tasks()).orElseGet(() -> drained(job, recorded, seen, now));
  }

  private static JobDecision drained(
      JobView job, JobRecord recorded, JobObservation seen, Instant now) {
    if (job.deleting()) {
      return Aftermath.abandoned(seen);
    }
    var reason = recorded.reason() == null ? Reason.TransferFailed : recorded.reason();
    if (reason.kind() == Reason.Kind.FINAL) {
      return new JobDecision.Fail(reason, recorded.message());
    }
    if (recorded.attempt() > job.limits().backoffLimit()) {
      return new JobDecision.Fail(
          Reason.BackoffLimitExceeded,
          "%d attempts have failed, spec.backoffLimit = %d. The last one: %s: %s"
              .formatted(
                  recorded.attempt(), job.limits().backoffLimit(), reason, recorded.message()));
    }
    var next = now.plus(Backoff.after(job.uid(), recorded.attempt()));
    return new JobDecision.RetryAt(
        next,
        "Attempt %d failed (%s): %s The next one starts at %s."
            .formatted(
                recorded.attempt(),
                reason,
                Sentences.ended(recorded.message()),
                next.truncatedTo(ChronoUnit.SECONDS)));
  }
}
