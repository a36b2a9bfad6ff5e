package io.kvreshard.core.job;

import java.time.Instant;
import java.util.Optional;

/**
 * A job that is another try of one before it begins when that one has ended and holds nothing any
 * more: both want the same pages as a rule.
 */
final class Lineage {
  private Lineage() {}

  /** What keeps the job from beginning; empty if nothing does. */
  static Optional<JobDecision> next(JobObservation seen, Instant now) {
    var job = seen.job();
    if (!job.follows()) {
      return Optional.empty();
    }
    var before = seen.predecessor();
    if (before == null) {
      return refuseMissing(seen);
    }
    if (before.phase() == Phase.Succeeded) {
      return Optional.of(
          new JobDecision.Fail(
              Reason.PredecessorSucceeded,
              sentence(
                  job,
                  "has Succeeded: to move once more, reserve pages anew and create a job without the field.")));
    }
    return before.ended() && !before.guarded()
        ? Optional.empty()
        : Optional.of(
            Patience.await(
                job,
                Reason.WaitingForPredecessor,
                sentence(
                    job,
                    before.ended()
                        ? "is %s, but has not given back all that it holds."
                            .formatted(before.phase())
                        : "is %s: to end it, set its spec.cancel.".formatted(before.phase())),
                now));
  }

  /**
   * A name that nobody has is most likely a mistake, which its author hears of at once, also if the
   * job is suspended. Later the job before may go: its finalizer kept it until it held nothing.
   */
  static Optional<JobDecision> refuseMissing(JobObservation seen) {
    var job = seen.job();
    return job.follows() && seen.predecessor() == null && job.recorded().isFresh()
        ? Optional.of(
            new JobDecision.Fail(
                Reason.PredecessorMissing,
                sentence(job, "does not exist: leave the field out of another job.")))
        : Optional.empty();
  }

  private static String sentence(JobView job, String what) {
    return "KVReshardJob \"%s\" (spec.retryOf) %s".formatted(job.lifecycle().retryOf(), what);
  }
}
