package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import java.util.Optional;

/**
 * A task that a dead predecessor of this agent has accepted. It is never continued: the lock on the
 * state directory proves that the predecessor is dead, and the engines are told as they come back.
 * Only a decision that was made is carried out, because a commit may be asked for again.
 */
final class Inherited implements Phase {
  private final TaskContext task;
  private final EngineRelease engines;
  private final Debt debt;
  private final KVTransferTaskStatus before;
  private boolean committed;

  Inherited(TaskContext task, KVTransferTaskStatus before) {
    this.task = task;
    this.before = before;
    this.engines = task.engines();
    this.debt = new Debt(task, engines.unbinding().participants());
    this.committed = before.state() == TaskState.Committed;
    task.report().inherit(before);
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (before.quiesced() == Quiesced.True && over()) {
      return Boolean.TRUE.equals(before.released()) ? new Quiet(bytesDone()) : drained();
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
        return unbind(orders);
      }
    }
    return orders.over() ? unbind(orders) : this;
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
      if (!isQuiet()) {
        task.report().quiesced(Quiesced.False);
      }
      return this;
    }
    // The operator may have decided to commit, upon what the predecessor had told it.
    boolean decides = task.roster().coordinates(Side.TARGET) && !orders.abort();
    return decides ? this : unbind(orders);
  }

  private boolean isQuiet() {
    return task.report().quiesced() == Quiesced.True;
  }

  private Phase unbind(Orders orders) throws InterruptedException {
    if (isQuiet()) {
      return drained().step(orders, false);
    }
    Optional<String> owed = engines.unbinding().run(task.shared().absence());
    if (owed.isPresent()) {
      debt.open(owed.get());
      return this;
    }
    debt.paid();
    task.report().quiesced(Quiesced.True);
    return drained().step(orders, false);
  }

  private Drained drained() {
    return new Drained(task, engines, task.shared()::absence, bytesDone());
  }

  @Override
  public long bytesDone() {
    return before.bytesDone() == null ? 0 : before.bytesDone();
  }
}
