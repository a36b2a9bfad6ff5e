package io.kvreshard.operator.observe;

import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that forget what was not asked for longest. */
final class Bounded {
  private Bounded() {}

  /** A map with so many entries at the most. Not thread-safe. */
  static <K, V> Map<K, V> map(int limit) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
      }
    };
  }
}
