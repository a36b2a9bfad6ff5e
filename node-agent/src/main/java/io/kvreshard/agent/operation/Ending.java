package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.crd.Quiesced;

/** An operation that is to come to rest. Tries until it is proven quiet. */
final class Ending implements Phase {
  private final TaskContext task;
  private final Operation operation;
  private final Drain drain;
  private final Keep keepSource;
  private boolean told;

  Ending(TaskContext task, Operation operation, String why, Keep keepSource) {
    this.task = task;
    this.operation = operation;
    this.keepSource = keepSource;
    this.drain = new Drain(operation, task.shared().bindings(), task.release());
    FailedException end = new FailedException(FailureReason.PeerFailed, why);
    operation.fail(end);
    operation.spread(end);
    task.shared().operations().end(operation, "node " + task.services().nodeName() + ": " + why);
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (!told) {
      // People hear of the failure before the drain, which may take a while.
      told = true;
      task.report().quiesced(Quiesced.False);
      return this;
    }
    if (!drain.run(keepSource)) {
      return this;
    }
    task.report().quiesced(Quiesced.True);
    task.shared().places().release();
    return new Quiet(bytesDone());
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
