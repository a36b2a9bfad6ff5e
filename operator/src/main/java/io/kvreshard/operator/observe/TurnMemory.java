package io.kvreshard.operator.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a turn has read and written. Thread-safe. */
final class TurnMemory {
  private final Map<ObjectKey, Sighting> seen = new HashMap<>();
  private final Set<Class<?>> doubted = new HashSet<>();
  private boolean doubtful;

  synchronized Optional<Sighting> find(ObjectKey key) {
    return Optional.ofNullable(seen.get(key));
  }

  synchronized void see(ObjectKey key, Sighting sighting) {
    seen.put(key, sighting);
  }

  /** Whether news of the kind count that may be older than what the turn has done. */
  synchronized boolean believes(Class<?> kind) {
    return !doubtful && !doubted.contains(kind);
  }

  synchronized void forget(ObjectKey key) {
    seen.remove(key);
    doubted.add(key.kind());
  }

  synchronized void forget(Class<?> kind) {
    seen.keySet().removeIf(key -> key.kind().equals(kind));
    doubted.add(kind);
  }

  synchronized void forgetAll() {
    seen.clear();
    doubtful = true;
  }
}
