package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.Optional;

/** A finished or abandoned job gives back what it holds (DESIGN §5, step 7). */
final class Aftermath {
  private Aftermath() {}

  /** It has come to its end, durably. */
  static JobDecision finished(JobObservation seen) {
    var recorded = seen.job().recorded();
    return activated(seen)
        .or(() -> retired(seen))
        .or(
            () ->
                recorded.quiesced() == Truth.True || !recorded.quarantine().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new JobDecision.RecordQuiet()))
        .orElseGet(() -> free(seen, content(recorded)));
  }

  /** What has moved may be used at once: quiet is only owed to the source (DESIGN §5, step 7). */
  private static Optional<JobDecision> activated(JobObservation seen) {
    var target = seen.target();
    return seen.job().recorded().phase() == Phase.Succeeded
            && target != null
            && target.claimedBy(seen.job())
        ? Optional.of(new JobDecision.FreeTarget(JobDecision.Content.FILLED))
        : Optional.empty();
  }

  private static Optional<JobDecision> fate(JobObservation seen) {
    return seen.job().recorded().phase() == Phase.Succeeded
        ? SourceFate.next(seen)
        : Optional.empty();
  }

  /** Tasks that come to light when the job holds nothing any more are the sweep's to abort. */
  private static Optional<JobDecision> retired(JobObservation seen) {
    return seen.job().guarded() || holds(seen)
        ? fate(seen).or(() -> Retirement.next(seen, seen.tasks()))
        : Optional.empty();
  }

  /** Whether there is anything that it has to give back. */
  static boolean holds(JobObservation seen) {
    var job = seen.job();
    var source = seen.source();
    var target = seen.target();
    return seen.documents()
        || (target != null && target.claimedBy(job))
        || (source != null && source.readBy(job));
  }

  /** Deleted before it was done. */
  static JobDecision abandoned(JobObservation seen) {
    return Retirement.next(seen, seen.tasks())
        .orElseGet(() -> free(seen, JobDecision.Content.EMPTY));
  }

  private static JobDecision free(JobObservation seen, JobDecision.Content content) {
    return giveBack(seen, content).orElseGet(JobDecision.Done::new);
  }

  /** Of a job without tasks; empty once it holds nothing. */
  static Optional<JobDecision> giveBack(JobObservation seen, JobDecision.Content content) {
    var job = seen.job();
    var target = seen.target();
    if (target != null && target.claimedBy(job)) {
      return Optional.of(new JobDecision.FreeTarget(content));
    }
    var source = seen.source();
    if (source != null && source.readBy(job)) {
      return Optional.of(new JobDecision.FreeSource());
    }
    return job.guarded() ? Optional.of(new JobDecision.Unguard()) : Optional.empty();
  }

  private static JobDecision.Content content(JobRecord recorded) {
    return recorded.reason() == Reason.ActivationLost
        ? JobDecision.Content.LOST
        : JobDecision.Content.EMPTY;
  }
}
