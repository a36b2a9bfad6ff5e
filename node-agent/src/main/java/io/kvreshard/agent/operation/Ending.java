package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.crd.Quiesced;
import java.util.Optional;

/** An operation that is to come to rest. Tries until it is proven quiet. */
final class Ending implements Phase {
  private final TaskContext task;
  private final Operation operation;
  private final EngineRelease engines;
  private final Drain drain;
  private final Debt debt;
  private boolean told;

  Ending(TaskContext task, Operation operation, EngineRelease engines, Drain drain, String why) {
    this.task = task;
    this.operation = operation;
    this.engines = engines;
    this.drain = drain;
    this.debt = new Debt(task, engines.unbinding().participants());
    FailedException end = new FailedException(FailureReason.PeerFailed, why);
    operation.fail(end);
    operation.spread(end);
    task.shared().operations().end(operation, "node " + task.services().nodeName() + ": " + why);
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (!told && !drain.isQuiet()) {
      // People hear of the failure before the drain, which may take a while.
      told = true;
      task.report().quiesced(Quiesced.False);
      return this;
    }
    Optional<String> owed = drain.run();
    operation.links().close();
    if (owed.isPresent()) {
      debt.open(owed.get());
      return this;
    }
    debt.paid();
    drain.close();
    task.report().quiesced(Quiesced.True);
    task.shared().places().release();
    return new Drained(task, engines, () -> EngineRelease.Absence.GONE, bytesDone())
        .step(orders, durable);
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
