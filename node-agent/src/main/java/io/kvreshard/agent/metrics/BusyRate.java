package io.kvreshard.agent.metrics;

/**
 * Bytes a second while something moves. What moved longer ago counts less: half of it after 30
 * seconds in which something moved. It knows no clock.
 */
final class BusyRate {
  private static final double NANOS = 1e9;
  private static final double HALF_LIFE_NANOS = 30 * NANOS;

  private long seenBytes;
  private long seenNanos;
  private double bytes;
  private double nanos;

  /**
   * Looks again.
   *
   * @param allBytes moved since the beginning
   * @param busyNanos in which something was open, since the beginning
   * @return whether anything has moved since the last look
   */
  boolean look(long allBytes, long busyNanos) {
    if (allBytes == seenBytes || busyNanos == seenNanos) {
      return false;
    }
    double passed = busyNanos - seenNanos;
    double kept = Math.pow(0.5, passed / HALF_LIFE_NANOS);
    bytes = bytes * kept + (allBytes - seenBytes);
    nanos = nanos * kept + passed;
    seenBytes = allBytes;
    seenNanos = busyNanos;
    return true;
  }

  /** 0: nothing has moved yet. */
  long bytesPerSecond() {
    return nanos == 0 ? 0 : Math.round(bytes * NANOS / nanos);
  }
}
