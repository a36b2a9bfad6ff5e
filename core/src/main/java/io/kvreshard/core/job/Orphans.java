package io.kvreshard.core.job;

import io.kvreshard.core.job.JobDecision.TaskDecision;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tasks that no job looks after: it was removed by force, it has left them behind, or it had ended
 * when they were made. Nobody is left to decide a commit.
 */
public final class Orphans {
  private Orphans() {}

  /**
   * The next step with tasks of a job that is no more: the same as its own would be.
   *
   * @return empty: there is something to wait for
   */
  public static Optional<TaskDecision> abandoned(Remains remains) {
    return Retirement.step(remains.held());
  }

  /**
   * The next step with tasks of a job that has ended: an operator that did not lead any more made
   * them too late.
   *
   * @return empty: there is something to wait for, or the job holds something and looks after them
   */
  public static Optional<TaskDecision> late(Remains remains) {
    var held = remains.held();
    return held.source() == null && held.target() == null
        ? Retirement.step(held)
        : Optional.empty();
  }

  /**
   * The next step with tasks that were left behind. They stay until their agents have proven quiet
   * and their engines have their pages back, or until nothing is on record any more.
   *
   * @return empty: there is something to wait for
   */
  public static Optional<TaskDecision> leftBehind(Remains remains) {
    return Retirement.over(remains)
        .or(() -> pardoned(remains))
        .or(() -> Retirement.order(remains, new Noise(remains)));
  }

  /** Noise that was on record and is not any more: a person vouches for the node. */
  private static Optional<TaskDecision> pardoned(Remains remains) {
    var noise = new Noise(remains);
    var pardoned =
        remains.tasks().stream()
            .filter(task -> task.held() && !remains.quiet(task) && noise.pardoned(task))
            .map(TaskView::name)
            .collect(Collectors.toSet());
    return pardoned.isEmpty()
        ? Optional.empty()
        : Optional.of(new JobDecision.ReleaseTasks(pardoned));
  }
}
