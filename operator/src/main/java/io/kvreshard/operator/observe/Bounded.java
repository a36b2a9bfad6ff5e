package io.kvreshard.operator.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Remembers the results of costly pure functions; forgets what was not asked for longest. */
final class Bounded<K, V> {
  private final Map<K, V> entries;

  Bounded(int limit) {
    entries = map(limit);
  }

  /** A map with so many entries at the most, which forgets in the same way. Not thread-safe. */
  static <K, V> Map<K, V> map(int limit) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
      }
    };
  }

  synchronized V get(K key, Supplier<V> compute) {
    var known = entries.get(key);
    if (known != null) {
      return known;
    }
    var value = compute.get();
    entries.put(key, value);
    return value;
  }

  synchronized void forget(K key) {
    entries.remove(key);
  }
}
