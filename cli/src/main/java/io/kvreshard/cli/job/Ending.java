package io.kvreshard.cli.job;

import io.kvreshard.core.job.Reason;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How waiting for a job ends; each way has its exit status, which never changes. */
enum Ending {
  SUCCEEDED("Succeeded", 0),
  /** A dry run that found a plan. */
  PLANNED("Planned", 0),
  FAILED("Failed", 4),
  CANCELLED("Cancelled", 5),
  /** The object is gone, or is another one of the same name, and had not come to an end. */
  DELETED("Deleted", 6),
  TIMEOUT("Timeout", 7);

  private final String word;
  private final int status;

  Ending(String word, int status) {
    this.word = word;
    this.status = status;
  }

  /** For people and machines. */
  String word() {
    return word;
  }

  int status() {
    return status;
  }

  /** What an author can do then: a sentence. */
  String next(String job) {
    return switch (this) {
      case SUCCEEDED -> "To move once more, reserve pages anew and create another job.";
      case PLANNED -> "To move, create another job without spec.dryRun.";
      case FAILED, CANCELLED -> "To try again: kvreshard retry job/%s.".formatted(job);
      case DELETED -> "To move after all, create it anew.";
      case TIMEOUT -> "To wait on: kvreshard wait job/%s.".formatted(job);
    };
  }

  /** Empty: the job has not come to its end. */
  static Optional<Ending> of(KVReshardJob job) {
    var status = job.getStatus();
    return status == null ? Optional.empty() : of(status.phase(), status.reason());
  }

  private static Optional<Ending> of(@Nullable JobPhase phase, @Nullable String reason) {
    return switch (phase) {
      case Succeeded -> Optional.of(SUCCEEDED);
      case Failed -> Optional.of(FAILED);
      case Cancelled -> Optional.of(CANCELLED);
      case Pending ->
          Reason.byName(reason) == Reason.DryRun ? Optional.of(PLANNED) : Optional.empty();
      case Queued, Running, Committing -> Optional.empty();
      case null -> Optional.empty();
    };
  }
}
