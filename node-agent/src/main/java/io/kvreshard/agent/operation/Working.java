package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.crd.TaskState;

/** An open operation, from its first request to an engine until a decision. */
final class Working implements Phase {
  private final TaskContext task;
  private final Operation operation;
  private final long targetBytes;

  Working(TaskContext task, Operation operation) throws FailedException {
    this.task = task;
    this.operation = operation;
    this.targetBytes = operation.targetBytes();
  }

  Operation operation() {
    return operation;
  }

  /** What {@link #bytesDone} will be in the end. */
  long targetBytes() {
    return targetBytes;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (orders.abort()) {
      task.report().state(TaskState.Aborted);
      return end("aborted by the operator");
    }
    FailedException failure = operation.failure();
    if (failure != null) {
      task.report().failed(failure);
      operation.links().cancel(task.id(), reason(failure));
      return end(failure.sentence());
    }
    if (orders.commit() && operation.isWorkDone()) {
      return commit();
    }
    return this;
  }

  private Phase commit() throws InterruptedException {
    try {
      if (!new CommitCall(task).run(EngineRelease.Absence.GONE)) {
        return this;
      }
      task.report().state(TaskState.Committed);
      return new Committed(task, operation);
    } catch (FailedException e) {
      task.report().failed(e);
      return end(e.sentence());
    }
  }

  private Phase end(String why) {
    return new Ending(task, operation, why, Keep.SNAPSHOT);
  }

  private String reason(FailedException failure) {
    return "node %s: %s".formatted(task.services().nodeName(), failure.wire());
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
