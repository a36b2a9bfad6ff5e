package io.kvreshard.core.job;

import io.kvreshard.core.queue.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A job that could start waits until there is room for it (DESIGN §5, step 3). */
final class Queueing {
  /** Other jobs' comings and goings are written into a job's status at most this often. */
  static final Duration REPORT = Duration.ofSeconds(30);

  /** The line calls when there is room; this is for a call that was lost. */
  private static final Duration RECHECK = Duration.ofMinutes(5);

  private Queueing() {}

  /** The next step; empty if there is room. */
  static Optional<JobDecision> next(JobObservation seen, JobPlan plan, Instant now) {
    var place = seen.place();
    if (place == null) {
      return Optional.of(new JobDecision.AskPlace(JobNodes.of(seen, plan)));
    }
    var obstacle = place.obstacle();
    return obstacle == null
        ? Optional.empty()
        : Optional.of(wait(seen, place.position(), obstacle, now));
  }

  private static JobDecision wait(
      JobObservation seen, long position, Place.Obstacle obstacle, Instant now) {
    var queue =
        new JobDecision.Queue(
            reason(obstacle),
            position,
            "Position %d in line. %s".formatted(position, sentence(obstacle)),
            Patience.shorter(RECHECK, Patience.deadline(seen.job(), now)));
    if (written(seen.job(), queue)) {
      return new JobDecision.Sleep(queue.recheckAfter());
    }
    var early = REPORT.minus(seen.timers().sincePlace());
    return stands(seen.job()) && early.isPositive()
        ? new JobDecision.Sleep(Patience.shorter(early, queue.recheckAfter()))
        : queue;
  }

  /** It says that it is in line, if not where. */
  private static boolean stands(JobView job) {
    var recorded = job.recorded();
    return job.heeded()
        && recorded.phase() == Phase.Queued
        && (recorded.reason() == Reason.ClusterFull || recorded.reason() == Reason.NodeFull);
  }

  private static boolean written(JobView job, JobDecision.Queue queue) {
    var recorded = job.recorded();
    return stands(job)
        && recorded.position() != null
        && recorded.position() == queue.position()
        && recorded.reason() == queue.reason()
        && recorded.message().equals(queue.message());
  }

  private static Reason reason(Place.Obstacle obstacle) {
    return switch (obstacle) {
      case Place.Obstacle.ClusterFull _ -> Reason.ClusterFull;
      case Place.Obstacle.NodeFull _ -> Reason.NodeFull;
    };
  }

  private static String sentence(Place.Obstacle obstacle) {
    return switch (obstacle) {
      case Place.Obstacle.ClusterFull(int limit) ->
          "%d jobs move or go before this one; the cluster may have no more at a time."
              .formatted(limit);
      case Place.Obstacle.NodeFull(String node, int limit) ->
          "Node \"%s\": %d jobs have work there or go before this one; it may have no more at a time."
              .formatted(node, limit);
    };
  }
}
