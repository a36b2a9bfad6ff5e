package io.kvreshard.agent.concurrent;

import java.time.Duration;

/** Monotonic time and waiting, so that tests need neither. */
public interface NanoClock {
  /** Nanoseconds since some moment; only differences mean anything. */
  long nanos();

  /** Waits. */
  void sleep(Duration time) throws InterruptedException;

  /** The process's own. */
  static NanoClock system() {
    return new NanoClock() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time);
      }
    };
  }
}
