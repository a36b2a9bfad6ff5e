package io.kvreshard.agent.concurrent;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Says only so much in a time about what others can make happen as often as they like. What was not
 * said is counted, and said with the next line. Thread-safe.
 */
public final class Seldom {
  private final NanoClock clock;
  private final int most;
  private final long nanos;
  private long sinceNanos;
  private int said;
  private long unsaid;

  /**
   * Nothing was said yet.
   *
   * @param most lines in each time
   */
  public Seldom(NanoClock clock, int most, Duration time) {
    this.clock = clock;
    this.most = most;
    this.nanos = time.toNanos();
    this.sinceNanos = clock.nanos();
  }

  /** Ten lines a minute. */
  public static Seldom tenAMinute() {
    return new Seldom(NanoClock.system(), 10, Duration.ofMinutes(1));
  }

  /**
   * Says a line, or counts it.
   *
   * @param line gets how many like it were not said before it
   */
  public void say(LongConsumer line) {
    long before;
    synchronized (this) {
      long now = clock.nanos();
      if (now - sinceNanos >= nanos) {
        sinceNanos = now;
        said = 0;
      }
      if (said == most) {
        unsaid++;
        return;
      }
      said++;
      before = unsaid;
      unsaid = 0;
    }
    line.accept(before);
  }
}
