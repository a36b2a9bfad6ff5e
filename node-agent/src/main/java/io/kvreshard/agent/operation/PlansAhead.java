package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads and plans a task's documents while something else is waited for. No engine hears of it, so
 * it may be forgotten at any time: it ends by itself.
 */
final class PlansAhead {
  private final FutureTask<List<GroupPlan>> plans;

  private PlansAhead(FutureTask<List<GroupPlan>> plans) {
    this.plans = plans;
  }

  /** Begins. */
  static PlansAhead of(TaskContext task) {
    FutureTask<List<GroupPlan>> plans =
        new FutureTask<>(
            () -> TaskDocuments.plan(task.services().control(), task.task(), task.id()));
    Thread.ofVirtual().name("documents of " + task.id()).start(plans);
    return new PlansAhead(plans);
  }

  /**
   * What was planned.
   *
   * @throws FailedException as {@link TaskDocuments#plan}
   */
  List<GroupPlan> get() throws FailedException, InterruptedException {
    try {
      return plans.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case FailedException why -> throw why;
        case RuntimeException fault -> throw fault;
        case Error fault -> throw fault;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }
}
