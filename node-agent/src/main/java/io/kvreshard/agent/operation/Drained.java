package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import java.util.function.Supplier;

/**
 * Quiet on this node. The engines whose coordinators are here keep their pages for the operation
 * until all its nodes are quiet, which the operator says (DESIGN §5, step 7).
 */
final class Drained implements Phase {
  private final TaskContext task;
  private final EngineRelease engines;
  private final Supplier<EngineRelease.Absence> absence;
  private final ReleasedSource source;
  private final long bytesDone;

  Drained(
      TaskContext task,
      EngineRelease engines,
      Supplier<EngineRelease.Absence> absence,
      long bytesDone) {
    this.task = task;
    this.engines = engines;
    this.absence = absence;
    this.source = new ReleasedSource(task);
    this.bytesDone = bytesDone;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (!task.roster().coordinates()) {
      return new Quiet(bytesDone);
    }
    if (!orders.release() || !engines.release(orders.source(), absence.get())) {
      return this;
    }
    if (orders.source() == Keep.NOTHING && !source.remove()) {
      return this;
    }
    task.report().released();
    return new Quiet(bytesDone);
  }

  @Override
  public long bytesDone() {
    return bytesDone;
  }
}
