package io.kvreshard.agent.operation;

/** The move counts. Pins stay until the task is deleted: then the job's success is durable. */
final class Committed implements Phase {
  private final TaskContext task;
  private final Operation operation;
  private final EngineRelease engines;
  private final Drain drain;

  Committed(TaskContext task, Operation operation, EngineRelease engines, Drain drain) {
    this.task = task;
    this.operation = operation;
    this.engines = engines;
    this.drain = drain;
  }

  @Override
  public Phase step(Orders orders, boolean durable) {
    return orders.over()
        ? new Ending(task, operation, engines, drain, "the job has succeeded")
        : this;
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
