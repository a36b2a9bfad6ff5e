package io.kvreshard.bench.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting for what other processes do. */
final class Waiting {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Waiting() {}

  /**
   * Looks until it is so.
   *
   * @throws UnavailableException that names {@code what} after {@code limit}
   */
  static void until(String what, Duration limit, BooleanSupplier so) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new UnavailableException(
            "waited %d s in vain for %s".formatted(limit.toSeconds(), what));
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
  }
}
