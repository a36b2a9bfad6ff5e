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
    return switch (recorded.phase()) {
      case Pending, Queued -> Resolution.decide(seen, now);
      case Running -> running(seen, now);
      case Committing -> Commitment.decide(seen);
      case Succeeded, Failed, Cancelled -> Afterlife.decide(seen, now);
    };
  }

  private static JobDecision running(JobObservation seen, Instant now) {
    var job = seen.job();
    if (!job.guarded() && !job.deleting()) {
      return new JobDecision.Guard(); // who replaces a job leaves out what we have added
    }
    return job.recorded().draining() ? Draining.decide(seen, now) : Attempt.decide(seen, now);
  }
}
