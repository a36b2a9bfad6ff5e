package io.kvreshard.bench;

/**
 * What one call of a benchmark costs in the steady state.
 *
 * @param nanos median time
 * @param bytes allocated
 */
public record Measurement(double nanos, double bytes) {
  public double millis() {
    return nanos / 1e6;
  }

  public double seconds() {
    return nanos / 1e9;
  }

  /** 10^6 bytes allocated. */
  public double megabytes() {
    return bytes / 1e6;
  }
}
