package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;

/**
 * A job that its author has suspended holds nothing and waits. As with a Job of Kubernetes its
 * deadlines begin anew when it is resumed.
 */
final class Suspension {
  /** Nothing is expected but a change of the spec, of which one hears. */
  private static final Duration RECHECK = Duration.ofHours(1);

  private Suspension() {}

  /** Of a job that has no task: write it, give everything back, wait. */
  static JobDecision hold(JobObservation seen) {
    var recorded = seen.job().recorded();
    if (recorded.reason() != Reason.Suspended) {
      return Lineage.refuseMissing(seen).orElseGet(Suspension::begin);
    }
    return Aftermath.giveBack(seen, JobDecision.Content.EMPTY)
        .orElseGet(
            () ->
                new JobDecision.Wait(
                    Reason.Suspended, recorded.message(), Truth.True, null, RECHECK));
  }

  static JobDecision begin() {
    return new JobDecision.Suspend(
        "spec.suspend is true: the job holds nothing, and waits until it is false.");
  }

  /** A pause that has not passed yet, passes first. */
  static JobDecision end(JobView job, Instant now) {
    var next = job.recorded().nextAttemptTime();
    return new JobDecision.Resume(
        next != null && next.isAfter(now) ? next : now, "spec.suspend is not true any more.");
  }
}
