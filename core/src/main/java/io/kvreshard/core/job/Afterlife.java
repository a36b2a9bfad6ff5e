package io.kvreshard.core.job;

import java.time.Duration;
import java.time.Instant;

/**
 * A job that has come to its end: it hears what its author still says, gives back what it holds,
 * and goes when its time has come.
 */
final class Afterlife {
  private Afterlife() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    if (!job.heeded() && !job.deleting()) {
      return new JobDecision.Acknowledge(message(job));
    }
    var step = Aftermath.finished(seen);
    return step instanceof JobDecision.Done ? expire(job, now) : step;
  }

  private static String message(JobView job) {
    var recorded = job.recorded();
    boolean late = recorded.phase() == Phase.Succeeded && job.intent() == Intent.CANCEL;
    return late && !recorded.message().contains(Sentences.TOO_LATE)
        ? recorded.message() + " " + Sentences.TOO_LATE
        : recorded.message();
  }

  /** What a tool would put back, and let it run again, stays. */
  private static JobDecision expire(JobView job, Instant now) {
    var ttl = job.lifecycle().ttl();
    var end = job.recorded().completionTime();
    if (ttl == null || end == null || job.deleting() || job.tracked() != null) {
      return new JobDecision.Done();
    }
    var left = Duration.between(now, end.plus(ttl));
    return left.isPositive() ? new JobDecision.Sleep(left) : new JobDecision.Delete();
  }
}
