package io.kvreshard.bench.control;

import java.time.Duration;
import java.util.Collection;

/** How long many equal things took. At least one. */
final class Times {
  private final long[] nanos;

  private Times(long[] nanos) {
    this.nanos = nanos;
  }

  static Times of(Collection<Duration> times) {
    if (times.isEmpty()) {
      throw new IllegalArgumentException("nothing was timed");
    }
    return new Times(times.stream().mapToLong(Duration::toNanos).sorted().toArray());
  }

  /** The shortest time, in milliseconds, that so many percent of them did not exceed. */
  double percentile(int percent) {
    int rank = Math.max(1, Math.ceilDiv(percent * nanos.length, 100));
    return nanos[rank - 1] / 1e6;
  }
}
