package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/** How much has moved, and when something moved last. Shared by all threads of an operation. */
public final class Progress {
  private final NanoClock clock;
  private final AtomicLong bytes = new AtomicLong();
  private volatile long lastNanos;

  public Progress(NanoClock clock) {
    this.clock = clock;
    this.lastNanos = clock.nanos();
  }

  /** Some bytes are where they belong. */
  public void moved(long count) {
    bytes.addAndGet(count);
    lastNanos = clock.nanos();
  }

  /** Something happened that shows that both ends live. */
  public void touched() {
    lastNanos = clock.nanos();
  }

  public long bytes() {
    return bytes.get();
  }

  /** Nanoseconds since something moved. */
  public long idleNanos() {
    return clock.nanos() - lastNanos;
  }
}
