package io.kvreshard.agent.metrics;

import io.kvreshard.agent.concurrent.NanoClock;

/** For how long at least one of several things has been open. Thread-safe. */
final class BusyTime {
  private final NanoClock clock;
  private int open;
  private long sinceNanos;
  private long overNanos;

  BusyTime(NanoClock clock) {
    this.clock = clock;
  }

  synchronized void begin() {
    if (open++ == 0) {
      sinceNanos = clock.nanos();
    }
  }

  synchronized void end() {
    if (--open == 0) {
      overNanos += clock.nanos() - sinceNanos;
    }
  }

  /** How many are open. */
  synchronized int open() {
    return open;
  }

  /** Nanoseconds so far. */
  synchronized long nanos() {
    return open == 0 ? overNanos : overNanos + clock.nanos() - sinceNanos;
  }
}
