package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Optional;

/**
 * What was there, and when.
 *
 * @param object empty: there was none
 * @param nanos of a monotonic clock
 */
record Sighting(Optional<? extends HasMetadata> object, long nanos) {
  /** For so long it is what decisions are made upon. */
  static final Duration FRESH = Duration.ofSeconds(1);

  boolean isFresh(long now) {
    return now - nanos <= FRESH.toNanos();
  }
}
