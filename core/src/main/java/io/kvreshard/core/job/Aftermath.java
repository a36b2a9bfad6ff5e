package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.Optional;

/** A finished or abandoned job gives back what it holds (DESIGN §5, step 7). */
final class Aftermath {
  private Aftermath() {}

  /** Succeeded or Failed, durably. */
  static JobDecision finished(JobObservation seen) {
    var recorded = seen.job().recorded();
    return fate(seen)
        .or(() -> Retirement.next(seen, seen.tasks()))
        .or(
            () ->
                recorded.quiesced() == Truth.True
                    ? Optional.empty()
                    : Optional.of(new JobDecision.RecordQuiet()))
        .orElseGet(() -> free(seen, content(recorded)));
  }

  private static Optional<JobDecision> fate(JobObservation seen) {
    return seen.job().recorded().phase() == Phase.Succeeded
        ? SourceFate.next(seen)
        : Optional.empty();
  }

  /** Deleted before it was done. */
  static JobDecision abandoned(JobObservation seen) {
    return Retirement.next(seen, seen.tasks())
        .orElseGet(() -> free(seen, JobDecision.Content.EMPTY));
  }

  private static JobDecision free(JobObservation seen, JobDecision.Content content) {
    var job = seen.job();
    var target = seen.target();
    if (target != null && target.claimedBy(job)) {
      return new JobDecision.FreeTarget(content);
    }
    var source = seen.source();
    if (source != null && source.readers().contains(job.uid())) {
      return new JobDecision.FreeSource();
    }
    return job.guarded() ? new JobDecision.Unguard() : new JobDecision.Done();
  }

  private static JobDecision.Content content(JobRecord recorded) {
    if (recorded.phase() == Phase.Succeeded) {
      return JobDecision.Content.FILLED;
    }
    return recorded.reason() == Reason.ActivationLost
        ? JobDecision.Content.LOST
        : JobDecision.Content.EMPTY;
  }
}
