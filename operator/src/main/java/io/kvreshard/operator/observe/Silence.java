package io.kvreshard.operator.observe;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How long values have not changed, by this process's monotonic clock and since this process has
 * seen them: no safety decision trusts another machine's clock (DESIGN §4).
 */
final class Silence {
  private record Sighting(String value, long nanos) {}

  private final LongSupplier nanos;
  private final long begin;
  private final Map<String, Sighting> seen;

  /**
   * Remembers nothing yet.
   *
   * @param limit of keys; the one that was not asked for longest is forgotten
   */
  Silence(LongSupplier nanos, int limit) {
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.seen = Bounded.map(limit);
  }

  /** Remembers a value; returns for how long it has been the same. */
  synchronized Duration observe(String key, String value) {
    var now = nanos.getAsLong();
    var before = seen.get(key);
    if (before != null && before.value().equals(value)) {
      return Duration.ofNanos(now - before.nanos());
    }
    seen.put(key, new Sighting(value, now));
    return Duration.ZERO;
  }

  /** For how long the key's value has been the same; of an unknown key, since this began. */
  synchronized Duration of(String key) {
    var before = seen.get(key);
    return Duration.ofNanos(nanos.getAsLong() - (before == null ? begin : before.nanos()));
  }
}
