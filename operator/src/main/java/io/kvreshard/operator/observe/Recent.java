package io.kvreshard.operator.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What was there a moment ago, of objects that this process has heard of, read or written: a turn
 * that follows at once need not ask for them again. News may be late, but nothing that is older
 * than what was known once is taken for new, so that who has written something never falls behind
 * it. Thread-safe.
 */
public final class Recent {
  /** More than change within a second; then some are read again. */
  private static final int OBJECTS = 2048;

  /** News are never later than this, or their watch has ended. */
  private static final Duration LATE = Duration.ofMinutes(10);

  private static final int VERSIONS = 50_000;

  /** So long the news about what another leader has written last may take. */
  private static final Duration SETTLED = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Cache<ObjectKey, Sighting> sightings;
  private final Cache<ObjectKey, Long> newest;
  private final Map<Class<?>, Function<ObjectKey, Optional<? extends HasMetadata>>> informers =
      new ConcurrentHashMap<>();
  private volatile long deafUntil;

  private Recent(LongSupplier nanos, int objects) {
    this.nanos = nanos;
    this.deafUntil = nanos.getAsLong();
    this.sightings =
        Caffeine.newBuilder()
            .maximumSize(objects)
            .expireAfterWrite(Sighting.FRESH)
            .scheduler(Scheduler.systemScheduler())
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .build();
    this.newest =
        Caffeine.newBuilder()
            .maximumSize(VERSIONS)
            .expireAfterWrite(LATE)
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

  /** An object as it is now, unless a newer state of it was seen before. */
  public void see(HasMetadata object) {
    var key = ObjectKey.of(object);
    long version = version(object);
    var seen = new Sighting(Optional.of(object), nanos.getAsLong());
    newest
        .asMap()
        .compute(
            key,
            (_, known) -> {
              if (known != null && Long.compareUnsigned(version, known) < 0) {
                return known;
              }
              if (known == null || version != known) {
                sightings.put(key, seen);
              }
              return version;
            });
  }

  /** It is gone, or it is unknown what it is now. */
  public void lose(HasMetadata object) {
    sightings.invalidate(ObjectKey.of(object));
  }

  /** The same of all of a kind that have the scope's labels. */
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

  /** Another process has written until now: for a while everything is read. */
  public void takeOver() {
    deafUntil = nanos.getAsLong() + SETTLED.toNanos();
    sightings.invalidateAll();
  }

  /** What an informer has last heard of each object of a kind, however long ago. */
  public void rely(Class<?> kind, Function<ObjectKey, Optional<? extends HasMetadata>> informer) {
    informers.put(kind, informer);
  }

  /** What was last heard of it; it may be something else by now. */
  Optional<HasMetadata> hearsay(ObjectKey key) {
    var informer = informers.get(key.kind());
    if (informer == null || isDeaf()) {
      return Optional.empty();
    }
    var known = newest.getIfPresent(key);
    return informer
        .apply(key)
        .filter(it -> known == null || Long.compareUnsigned(version(it), known) >= 0)
        .map(it -> it);
  }

  private static long version(HasMetadata object) {
    return Long.parseUnsignedLong(object.getMetadata().getResourceVersion());
  }

  private boolean isDeaf() {
    return nanos.getAsLong() - deafUntil < 0;
  }

  /** If it was seen a moment ago. */
  Optional<Sighting> find(ObjectKey key) {
    long now = nanos.getAsLong();
    return isDeaf()
        ? Optional.empty()
        : Optional.ofNullable(sightings.getIfPresent(key)).filter(seen -> seen.isFresh(now));
  }
}
