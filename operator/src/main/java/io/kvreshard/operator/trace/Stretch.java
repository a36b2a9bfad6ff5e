package io.kvreshard.operator.trace;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobRecord;
import io.kvreshard.core.job.JobView;
import io.kvreshard.core.status.Truth;
import io.kvreshard.operator.control.JobStep;
import io.kvreshard.operator.observe.JobViews;

/** Which long spans of a job end with a step. Read from the job alone: operators come and go. */
final class Stretch {
  private Stretch() {}

  /** Tasks of an attempt may be at work. */
  static boolean inAttempt(JobRecord job) {
    return switch (job.phase()) {
      case Pending, Queued -> false;
      case Running, Committing -> true;
      case Succeeded, Failed, Cancelled -> job.attempt() > 0 && !atRest(job);
    };
  }

  /** The attempt that was open is over with this step. */
  static boolean endsAttempt(JobStep step) {
    return inAttempt(step.before().recorded()) && (gone(step) || !inAttempt(after(step)));
  }

  /** The job is over with this step, and quiet, or as quiet as it will get. */
  static boolean endsJob(JobStep step) {
    return !isOver(step.before().recorded()) && (gone(step) || isOver(after(step)));
  }

  private static boolean isOver(JobRecord job) {
    return job.ended() && atRest(job);
  }

  private static boolean atRest(JobRecord job) {
    return job.quiesced() == Truth.True || !job.quarantine().isEmpty();
  }

  /** It was deleted before its end, and holds nothing any more. */
  private static boolean gone(JobStep step) {
    JobView before = step.before();
    return step.decision() instanceof JobDecision.Unguard && before.deleting();
  }

  static JobRecord after(JobStep step) {
    return JobViews.of(step.job()).recorded();
  }
}
