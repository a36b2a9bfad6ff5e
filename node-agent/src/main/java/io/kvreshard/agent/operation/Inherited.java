package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;

/**
 * A task that a dead predecessor of this agent has accepted. It is never continued: the lock on the
 * state directory proves that the predecessor is dead, and the engines are told as they come back.
 * Only a decision that was made is carried out, because a commit may be asked for again.
 */
final class Inherited implements Phase {
  private final TaskContext task;
  private final EngineRelease release;
  private final KVTransferTaskStatus before;
  private boolean committed;

  Inherited(TaskContext task, KVTransferTaskStatus before) {
    this.task = task;
    this.before = before;
    this.release = task.release();
    this.committed = before.state() == TaskState.Committed;
    task.report().inherit(before);
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (before.quiesced() == Quiesced.True && over()) {
      return new Quiet(bytesDone());
    }
    return orders.commit() ? commit(orders) : abort(orders);
  }

  private boolean over() {
    return before.state() == TaskState.Failed || before.state() == TaskState.Aborted;
  }

  private Phase commit(Orders orders) throws InterruptedException {
    if (!committed) {
      try {
        if (!new CommitCall(task).run(task.shared().absence())) {
          return this;
        }
        committed = true;
        task.report().state(TaskState.Committed);
      } catch (FailedException e) {
        task.report().failed(e);
        return releaseAll(Keep.SNAPSHOT);
      }
    }
    return orders.over() ? releaseAll(orders.source()) : this;
  }

  private Phase abort(Orders orders) throws InterruptedException {
    if (!over() && task.report().state() != TaskState.Failed) {
      task.report()
          .failed(
              new FailedException(
                  FailureReason.AgentRestarted,
                  "the agent of node %s was restarted: %s accepted the task, %s found it"
                      .formatted(
                          task.services().nodeName(),
                          before.agentIncarnation(),
                          task.services().incarnation())));
      task.report().quiesced(Quiesced.False);
      return this;
    }
    return mayBeCommitted() && !orders.abort() ? this : releaseAll(Keep.SNAPSHOT);
  }

  /**
   * Whether the operator may have decided to commit, or may still do so. A predecessor that was a
   * successor itself has told of its start only: what it found is not on record any more.
   */
  private boolean mayBeCommitted() {
    if (!task.roster().coordinates(Side.TARGET)) {
      return false;
    }
    TaskFailure failure = before.failure();
    boolean restarted =
        failure != null && failure.reason().equals(FailureReason.AgentRestarted.name());
    return before.state() == TaskState.Validated
        || (before.state() == TaskState.Failed && restarted);
  }

  private Phase releaseAll(Keep keepSource) throws InterruptedException {
    if (!release.run(keepSource, task.shared().absence())) {
      return this;
    }
    task.report().quiesced(Quiesced.True);
    return new Quiet(bytesDone());
  }

  @Override
  public long bytesDone() {
    return before.bytesDone() == null ? 0 : before.bytesDone();
  }
}
