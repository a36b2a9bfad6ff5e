package io.kvreshard.agent.operation;

/** The move counts. Pins stay until the task is deleted: then the job's success is durable. */
final class Committed implements Phase {
  private final TaskContext task;
  private final Operation operation;

  Committed(TaskContext task, Operation operation) {
    this.task = task;
    this.operation = operation;
  }

  @Override
  public Phase step(Orders orders, boolean durable) {
    return orders.over() ? new Ending(task, operation, "the job has succeeded") : this;
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
