package io.kvreshard.agent.share;

/**
 * How many bytes may pass in a time. It pays in advance: bytes pass at once if nothing is owed, and
 * the next ones wait until they were paid. It knows neither the time nor who waits: for one lock.
 */
final class Bucket {
  private static final double NANOS = 1e9;

  /** Who comes late, because the machine was busy, makes up for so much. */
  private static final long SLACK_NANOS = 10_000_000;

  private final long bytesPerSecond;
  private long paidUntil;

  Bucket(long bytesPerSecond, long now) {
    this.bytesPerSecond = bytesPerSecond;
    this.paidUntil = now;
  }

  long bytesPerSecond() {
    return bytesPerSecond;
  }

  /** Nanoseconds until the next bytes may pass; at most 0: now. */
  long owed(long now) {
    return paidUntil - now;
  }

  /** Bytes pass, however many. */
  void pass(long bytes, long now) {
    long start = Math.max(paidUntil - now, -SLACK_NANOS);
    paidUntil = now + start + (long) (bytes * NANOS / bytesPerSecond);
  }
}
