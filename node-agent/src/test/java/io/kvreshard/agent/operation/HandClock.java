package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;

/** Time that only passes when somebody sleeps. For one thread. */
final class HandClock implements NanoClock {
  private long now;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(Duration time) {
    now += time.toNanos();
  }
}
