package io.kvreshard.agent.operation;

/**
 * Where a task is in its life on this node. Level-triggered: a step looks at what is wanted and
 * what is, does what is next, and says in which phase the task is then. For the task's own thread.
 */
sealed interface Phase
    permits Starting, Working, Committed, Ending, Drained, Inherited, Phase.Quiet {

  /**
   * Does what is next.
   *
   * @param durable whether everything reported so far has been written
   */
  Phase step(Orders orders, boolean durable) throws InterruptedException;

  /** Bytes in their places so far. */
  default long bytesDone() {
    return 0;
  }

  /** Nothing is left to do, whatever the operator wants. */
  record Quiet(long bytesDone) implements Phase {
    @Override
    public Phase step(Orders orders, boolean durable) {
      return this;
    }
  }
}
