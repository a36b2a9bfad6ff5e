package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;

/** Time that only passes when told to, or when somebody sleeps. */
final class FakeClock implements NanoClock {
  private long now = Long.MAX_VALUE - 1000;

  void advance(Duration time) {
    now += time.toNanos();
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(Duration time) {
    advance(time);
  }
}
