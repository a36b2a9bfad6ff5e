package io.kvreshard.operator.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What was there a moment ago, of objects that this process hears of or has written: a turn that
 * follows at once need not ask for them again. Who is told of changes passes them on; then only
 * what has changed within the time that news take is not known. Thread-safe.
 */
public final class Recent {
  /** More than change within a second; then some are read again. */
  private static final int OBJECTS = 4096;

  private final LongSupplier nanos;
  private final Cache<ObjectKey, Sighting> sightings;

  private Recent(LongSupplier nanos, int objects) {
    this.nanos = nanos;
    this.sightings =
        Caffeine.newBuilder()
            .maximumSize(objects)
            .expireAfterWrite(Sighting.FRESH)
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Where changes are heard of.
   *
   * @param nanos a monotonic clock
   */
  public static Recent of(LongSupplier nanos) {
    return new Recent(nanos, OBJECTS);
  }

  /** Where nothing is heard of: nothing is remembered. */
  public static Recent nothing() {
    return new Recent(() -> 0, 0);
  }

  /** An object as it is now; what is older than what is known changes nothing. */
  public void see(HasMetadata object) {
    var seen = new Sighting(Optional.of(object), nanos.getAsLong());
    sightings
        .asMap()
        .merge(
            ObjectKey.of(object),
            seen,
            (known, now) -> Long.compareUnsigned(version(known), version(now)) < 0 ? now : known);
  }

  private static long version(Sighting sighting) {
    var version = sighting.object().orElseThrow().getMetadata().getResourceVersion();
    return Long.parseUnsignedLong(version);
  }

  /** It is gone, or it is unknown what it is now. */
  public void lose(HasMetadata object) {
    sightings.invalidate(ObjectKey.of(object));
  }

  /** The same of all of a kind. */
  void loseAll(Class<? extends HasMetadata> kind, Scope scope) {
    sightings
        .asMap()
        .entrySet()
        .removeIf(
            entry ->
                entry.getKey().kind().equals(kind)
                    && has(entry.getValue().object().orElseThrow(), scope.labels()));
  }

  private static boolean has(HasMetadata object, Map<String, String> labels) {
    var own = object.getMetadata().getLabels();
    return own == null ? labels.isEmpty() : own.entrySet().containsAll(labels.entrySet());
  }

  /** If it was seen a moment ago. */
  Optional<Sighting> find(ObjectKey key) {
    return Optional.ofNullable(sightings.getIfPresent(key))
        .filter(seen -> seen.isFresh(nanos.getAsLong()));
  }
}
