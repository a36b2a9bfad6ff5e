package io.kvreshard.agent.memory;

import java.time.Duration;

/** Counts running copies; once shut, it lets no more in and says when the last has ended. */
final class Gate {
  private final Runnable whenQuiet;
  private int running;
  private boolean shut;

  /**
   * @param whenQuiet called once, when the gate is shut and nothing runs
   */
  Gate(Runnable whenQuiet) {
    this.whenQuiet = whenQuiet;
  }

  synchronized void enter() throws MemoryFailure {
    if (shut) {
      throw new MemoryFailure(
          MemoryFailure.Kind.TRANSIENT, "the operation is over: no more copies");
    }
    running++;
  }

  /** For one who is in and leaves something running behind; that one exits, too. */
  synchronized void stay() {
    running++;
  }

  void exit() {
    boolean last;
    synchronized (this) {
      running--;
      last = shut && running == 0;
      notifyAll();
    }
    if (last) {
      whenQuiet.run();
    }
  }

  void shut() {
    boolean last;
    synchronized (this) {
      last = !shut && running == 0;
      shut = true;
    }
    if (last) {
      whenQuiet.run();
    }
  }

  /** Whether the last one has left, waiting at most this long. */
  synchronized boolean awaitQuiet(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (running > 0) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      wait(left / 1_000_000 + 1);
    }
    return true;
  }
}
