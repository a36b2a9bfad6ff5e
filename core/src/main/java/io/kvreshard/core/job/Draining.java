package io.kvreshard.core.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Running, but the attempt has ended: wait for quiet, then try again or give up. */
final class Draining {
  private Draining() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    var recorded = job.recorded();
    return cancelled(job)
        .or(() -> explained(recorded, seen))
        .or(() -> Retirement.next(seen, seen.tasks()))
        .orElseGet(() -> drained(job, recorded, seen, now));
  }

  /** The attempt has ended in another way first, which left the job's fate open. */
  private static Optional<JobDecision> cancelled(JobView job) {
    return job.intent() == Intent.CANCEL && job.recorded().verdict() == null
        ? Optional.of(
            new JobDecision.EndAttempt(Reason.Cancelled, Sentences.givenUp(job, "spec.cancel")))
        : Optional.empty();
  }

  /** A cause may be heard of after its echo from another node. */
  private static Optional<JobDecision> explained(JobRecord recorded, JobObservation seen) {
    boolean retry = recorded.reason() == null || recorded.reason().kind() == Reason.Kind.RETRY;
    return retry && recorded.verdict() == null
        ? Faults.better(seen)
            .map(fault -> new JobDecision.EndAttempt(fault.reason(), fault.message()))
        : Optional.empty();
  }

  private static JobDecision drained(
      JobView job, JobRecord recorded, JobObservation seen, Instant now) {
    if (job.deleting()) {
      return Aftermath.abandoned(seen);
    }
    var reason = recorded.reason() == null ? Reason.TransferFailed : recorded.reason();
    if (reason == Reason.Cancelled) {
      return new JobDecision.Cancel(Sentences.CANCELLED);
    }
    if (reason == Reason.Suspended) {
      return Suspension.begin();
    }
    if (reason.kind() == Reason.Kind.FINAL) {
      return new JobDecision.Fail(reason, recorded.message());
    }
    if (recorded.failures() > job.limits().backoffLimit()) {
      return new JobDecision.Fail(
          Reason.BackoffLimitExceeded,
          "%d attempts have failed, spec.backoffLimit = %d. The last one: %s: %s"
              .formatted(
                  recorded.failures(), job.limits().backoffLimit(), reason, recorded.message()));
    }
    var next = now.plus(Backoff.after(job.uid(), recorded.failures()));
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
