package io.kvreshard.agent.concurrent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that only passes when told to, or when somebody sleeps. */
public final class FakeClock implements NanoClock {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);

  public void advance(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Override
  public long nanos() {
    return now.get();
  }

  @Override
  public void sleep(Duration time) {
    advance(time);
  }
}
