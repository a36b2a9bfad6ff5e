package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A token bucket in bytes, shared by all streams of one task (maxBytesPerSecond). It pays in
 * advance: a chunk passes at once if nothing is owed, and the next one waits until it was paid.
 */
public final class RateLimit {
  private static final double NANOS = 1e9;
  private static final int SHORTEST_CHUNK = 16 << 10;

  private final @Nullable Long bytesPerSecond;
  private final NanoClock clock;
  private long paidUntil;

  /** Without a number: unlimited. */
  public RateLimit(@Nullable Long bytesPerSecond, NanoClock clock) {
    this.bytesPerSecond = bytesPerSecond;
    this.clock = clock;
    this.paidUntil = clock.nanos();
  }

  /** Waits until the bytes may pass. */
  public void acquire(long bytes) throws InterruptedException {
    if (bytesPerSecond == null) {
      return;
    }
    long wait = reserve(bytes, bytesPerSecond);
    if (wait > 0) {
      clock.sleep(Duration.ofNanos(wait));
    }
  }

  private synchronized long reserve(long bytes, long rate) {
    long now = clock.nanos();
    long start = paidUntil - now > 0 ? paidUntil : now;
    paidUntil = start + (long) (bytes * NANOS / rate);
    return start - now;
  }

  /**
   * The longest chunk, so that a slow stream still moves several times a second and nobody takes it
   * for a dead one.
   */
  public int chunkBytes(int longest) {
    if (bytesPerSecond == null) {
      return longest;
    }
    return Math.clamp(bytesPerSecond / 4, Math.min(SHORTEST_CHUNK, longest), longest);
  }
}
