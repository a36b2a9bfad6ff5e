package io.kvreshard.core.job;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The pause before another attempt: doubles from 5 s to 5 min, spread by a fifth to both sides so
 * that jobs which failed together do not come back together. The spread comes from the job's uid:
 * the same attempt of the same job always pauses equally long.
 */
final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final double SPREAD = 0.2;

  private Backoff() {}

  /**
   * @param failed number of the attempt that failed, from 1
   */
  static Duration after(String jobUid, long failed) {
    long doublings = Math.min(failed - 1, 16);
    var plain = Patience.shorter(FIRST.multipliedBy(1L << doublings), LONGEST);
    var random = new SplittableRandom(31L * jobUid.hashCode() + failed);
    double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
    return Duration.ofMillis(Math.round(plain.toMillis() * factor));
  }
}
