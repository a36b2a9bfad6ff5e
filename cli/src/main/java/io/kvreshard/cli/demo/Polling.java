package io.kvreshard.cli.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waiting for something of other processes. */
final class Polling {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Polling() {}

  /**
   * Looks until there is something.
   *
   * @param look may throw {@link DemoFailure} when it sees that there is nothing to wait for
   * @throws DemoFailure that names {@code what} after {@code limit}
   */
  static <T> T await(String what, Duration limit, Supplier<Optional<T>> look)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var found = look.get();
      if (found.isPresent()) {
        return found.get();
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
    throw new DemoFailure("waited %d s for %s".formatted(limit.toSeconds(), what));
  }
}
