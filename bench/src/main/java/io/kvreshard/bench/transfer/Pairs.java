package io.kvreshard.bench.transfer;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Two things that are timed by turns, so that what else the machine does hits both: the ratio of
 * each pair counts.
 */
final class Pairs {
  private static final int WARM_UPS = 2;
  private static final int PAIRS = 7;

  private Pairs() {}

  /**
   * The ratios of speed, thing to yardstick.
   *
   * @param median of all pairs
   * @param least of all pairs
   * @param most of all pairs
   * @param yardstickNanos median time of the yardstick
   */
  record Ratio(double median, double least, double most, double yardstickNanos) {}

  /** Measures both; each supplies the nanoseconds of one run. */
  static Ratio measure(LongSupplier thing, LongSupplier yardstick) {
    for (int i = 0; i < WARM_UPS; i++) {
      var _ = yardstick.getAsLong();
      var _ = thing.getAsLong();
    }
    double[] ratios = new double[PAIRS];
    double[] yardsticks = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      yardsticks[i] = yardstick.getAsLong();
      ratios[i] = yardsticks[i] / thing.getAsLong();
    }
    Arrays.sort(ratios);
    Arrays.sort(yardsticks);
    return new Ratio(ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1], yardsticks[PAIRS / 2]);
  }
}
