package io.kvreshard.agent.stream;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends what has not moved for too long: neither blocking channels nor copies know timeouts of their
 * own.
 */
public final class StallWatch implements AutoCloseable {
  private final Progress progress;
  private final Duration limit;
  private final Runnable onStall;
  private final ScheduledFuture<?> ticks;
  private volatile boolean stalled;

  /** Calls {@code onStall} once, from a thread of the timer. */
  public StallWatch(
      ScheduledExecutorService timer, Progress progress, Duration limit, Runnable onStall) {
    this.progress = progress;
    this.limit = limit;
    this.onStall = onStall;
    long period = pulse(limit).toMillis();
    this.ticks = timer.scheduleWithFixedDelay(this::look, period, period, TimeUnit.MILLISECONDS);
  }

  /** How often one looks whether a limit is over, or tells that it is not. */
  static Duration pulse(Duration limit) {
    return Duration.ofMillis(Math.clamp(limit.toMillis() / 8, 10, 1000));
  }

  private void look() {
    if (!stalled && progress.idleNanos() > limit.toNanos()) {
      stalled = true;
      onStall.run();
    }
  }

  @Override
  public void close() {
    ticks.cancel(false);
  }
}
