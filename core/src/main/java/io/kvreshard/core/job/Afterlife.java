package io.kvreshard.core.job;

import java.time.Duration;
import java.time.Instant;

/**
 * A job that has come to its end: it hears what its author still says, gives back what it holds,
 * and goes when its time has come and no other try needs it any more.
 */
final class Afterlife {
  /** How often a job that another one waits for is looked at, when it is to be deleted. */
  private static final Duration AWAITED = Duration.ofMinutes(1);

  private Afterlife() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    if (!job.heeded() && !job.deleting()) {
      return new JobDecision.Acknowledge(message(job));
    }
    var step = Aftermath.finished(seen);
    return step instanceof JobDecision.Done ? expire(seen, now) : step;
  }

  private static String message(JobView job) {
    var recorded = job.recorded();
    boolean late = recorded.phase() == Phase.Succeeded && job.intent() == Intent.CANCEL;
    return late && !recorded.message().contains(Sentences.TOO_LATE)
        ? recorded.message() + " " + Sentences.TOO_LATE
        : recorded.message();
  }

  /** What a tool would put back, and let it run again, stays. */
  private static JobDecision expire(JobObservation seen, Instant now) {
    var expires = seen.job().expires();
    if (expires == null) {
      return new JobDecision.Done();
    }
    var left = Duration.between(now, expires);
    if (left.isPositive()) {
      return new JobDecision.Sleep(left);
    }
    return seen.awaited() ? new JobDecision.Sleep(AWAITED) : new JobDecision.Delete();
  }
}
