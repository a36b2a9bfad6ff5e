package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How much has moved, and when something moved last. Thread-safe. */
public final class Progress {
  private final NanoClock clock;
  private final @Nullable Progress whole;
  private final AtomicLong bytes = new AtomicLong();
  private volatile long lastNanos;

  public Progress(NanoClock clock) {
    this(clock, null);
  }

  private Progress(NanoClock clock, @Nullable Progress whole) {
    this.clock = clock;
    this.whole = whole;
    this.lastNanos = clock.nanos();
  }

  /** Progress of a part: it shows that the whole lives, but counts for itself. */
  public Progress part() {
    return new Progress(clock, this);
  }

  /** Some bytes are where they belong. */
  public void moved(long count) {
    bytes.addAndGet(count);
    touched();
  }

  /** Something happened that shows that both ends live. */
  public void touched() {
    lastNanos = clock.nanos();
    if (whole != null) {
      whole.touched();
    }
  }

  public long bytes() {
    return bytes.get();
  }

  /** Nanoseconds since something moved. */
  public long idleNanos() {
    return clock.nanos() - lastNanos;
  }

  /**
   * Begins to watch. The answer is true once nothing has moved for the limit, counted from now at
   * the earliest.
   */
  public BooleanSupplier idleFor(Duration limit) {
    long start = clock.nanos();
    return () -> Math.min(clock.nanos() - start, idleNanos()) > limit.toNanos();
  }
}
