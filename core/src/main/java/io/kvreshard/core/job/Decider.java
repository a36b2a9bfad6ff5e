package io.kvreshard.core.job;

import java.time.Instant;

/**
 * The life of a job as one pure function (DESIGN §5). All memory is in the observation: the job's
 * status, its tasks, the snapshots' claims. An operator may be killed after any step; the next one
 * observes and continues.
 *
 * <pre>
 *   Pending ──▶ Running ──▶ Committing ──▶ Succeeded
 *      ▲           │            │ only if the target engine dies
 *      └─ drained ─┤            ▼
 *                  ├────────▶ Failed
 *                  └────────▶ Cancelled
 * </pre>
 *
 * A job ends as Failed or Cancelled from Pending, too. While its author wants it suspended it
 * returns to Pending, and stays there.
 */
public final class Decider {
  private Decider() {}

  /**
   * The next step.
   *
   * @param now compared with stored times only: deadlines that people gave (DESIGN §4)
   */
  public static JobDecision decide(JobObservation seen, Instant now) {
    var recorded = seen.job().recorded();
    if (lacksGuard(seen)) {
      return new JobDecision.Guard();
    }
    return switch (recorded.phase()) {
      case Pending, Queued -> Resolution.decide(seen, now);
      case Running -> running(seen, now);
      case Committing -> Commitment.decide(seen);
      case Succeeded, Failed, Cancelled -> Afterlife.decide(seen, now);
    };
  }

  /**
   * Who replaces a job leaves out what we have added; and it comes at the same time as the rest.
   */
  private static boolean lacksGuard(JobObservation seen) {
    var job = seen.job();
    if (job.guarded() || job.deleting()) {
      return false;
    }
    return switch (job.recorded().phase()) {
      case Pending, Queued -> false;
      case Running, Committing -> true;
      case Succeeded, Failed, Cancelled -> Aftermath.holds(seen);
    };
  }

  private static JobDecision running(JobObservation seen, Instant now) {
    var job = seen.job();
    return job.recorded().draining() ? Draining.decide(seen, now) : Attempt.decide(seen, now);
  }
}
