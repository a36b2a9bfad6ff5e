package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.tracing.Spans;
import io.opentelemetry.api.trace.Span;
import java.util.Optional;

/** An operation that is to come to rest. Tries until it is proven quiet. */
final class Ending implements Phase {
  private final TaskContext task;
  private final Operation operation;
  private final EngineRelease engines;
  private final Drain drain;
  private final Debt debt;
  private boolean told;

  Ending(TaskContext task, Operation operation, String why) {
    this.task = task;
    this.operation = operation;
    this.engines = task.engines();
    this.drain = new Drain(operation, task.shared().bindings(), engines.unbinding());
    this.debt = new Debt(task, engines.unbinding().participants());
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
    Optional<String> owed = Spans.call(task.services().tracing().child("drain"), this::drained);
    if (owed.isPresent()) {
      debt.open(owed.get());
      return this;
    }
    debt.paid();
    task.report().quiesced(Quiesced.True);
    task.shared().places().release();
    return new Drained(task, engines, () -> EngineRelease.Absence.GONE, bytesDone())
        .step(orders, durable);
  }

  private Optional<String> drained() throws InterruptedException {
    Optional<String> owed = drain.run();
    if (owed.isPresent()) {
      Spans.failed(Span.current(), "NotQuiet");
    }
    return owed;
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
