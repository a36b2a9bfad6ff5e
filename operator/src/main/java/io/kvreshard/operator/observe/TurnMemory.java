package io.kvreshard.operator.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a turn has read and written. Thread-safe. */
final class TurnMemory {
  private final Map<ObjectKey, Sighting> seen = new HashMap<>();
  private final Set<ObjectKey> supposed = new HashSet<>();
  private final Set<Class<?>> changed = new HashSet<>();
  private int generation;
  private boolean doubts;

  /** How often all was forgotten: what was found before is not remembered after it. */
  synchronized int generation() {
    return generation;
  }

  synchronized Optional<Sighting> find(ObjectKey key) {
    return Optional.ofNullable(seen.get(key));
  }

  /**
   * Remembers what is there.
   *
   * @param since the generation in which it was looked for
   */
  synchronized void see(ObjectKey key, Sighting sighting, int since) {
    if (since == generation) {
      seen.put(key, sighting);
      supposed.remove(key);
    }
  }

  /** Takes it that this is there, unless the turn has doubted that or was wrong before. */
  synchronized void suppose(ObjectKey key, Sighting sighting) {
    if (generation == 0 && !doubts) {
      seen.put(key, sighting);
      supposed.add(key);
    }
  }

  /** Whether anything that was supposed has not been seen yet. */
  synchronized boolean supposes() {
    return !supposed.isEmpty();
  }

  /** Whether what was heard of the kind counts: it may be older than what the turn has done. */
  synchronized boolean believes(Class<?> kind) {
    return generation == 0 && !changed.contains(kind);
  }

  /** From now on nothing is supposed. */
  synchronized void doubt() {
    doubts = true;
    supposed.forEach(seen::remove);
    supposed.clear();
  }

  synchronized void forget(ObjectKey key) {
    seen.remove(key);
    supposed.remove(key);
    changed.add(key.kind());
  }

  synchronized void forget(Class<?> kind) {
    seen.keySet().removeIf(key -> key.kind().equals(kind));
    supposed.removeIf(key -> key.kind().equals(kind));
    changed.add(kind);
  }

  /** The turn has proved to be out of date. */
  synchronized void forgetAll() {
    seen.clear();
    supposed.clear();
    generation++;
  }
}
