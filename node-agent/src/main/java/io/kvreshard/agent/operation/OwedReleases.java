package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.paged.Side;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Operations that coordinators of this node may still hold pages for: they were asked for a Release
 * and have not acknowledged it, and will be asked again. Thread-safe.
 */
final class OwedReleases {
  private record Held(String operation, Side side) {}

  private final Map<Held, RuntimeIdentity> owed = new ConcurrentHashMap<>();

  /** It has not. */
  void put(String operation, Side side, RuntimeIdentity who) {
    owed.put(new Held(operation, side), who);
  }

  /** It has, or is gone. */
  void clear(String operation, Side side) {
    owed.remove(new Held(operation, side));
  }

  /** An operation that a coordinator may still hold the pages of a side for. */
  Optional<String> of(RuntimeIdentity who, Side side) {
    return owed.entrySet().stream()
        .filter(it -> it.getKey().side() == side && it.getValue().equals(who))
        .map(it -> it.getKey().operation())
        .sorted()
        .findFirst();
  }
}
