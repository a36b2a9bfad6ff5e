package io.kvreshard.bench.control;

import java.util.HashMap;
import java.util.Map;

/** Where the agents of an operation find each other: bytes move when all of them are there. */
final class Meetings {
  private final Map<String, Map<String, Runnable>> operations = new HashMap<>();

  /**
   * A node is there, or still is.
   *
   * @param wake called when the last one comes
   * @return whether all are there
   */
  synchronized boolean join(String operation, String node, int nodes, Runnable wake) {
    var there = operations.computeIfAbsent(operation, _ -> new HashMap<>());
    boolean last = there.put(node, wake) == null && there.size() == nodes;
    if (last) {
      there.values().forEach(Runnable::run);
    }
    return there.size() >= nodes;
  }

  /** It is over for this node. */
  synchronized void leave(String operation, String node) {
    operations.computeIfPresent(
        operation,
        (_, there) -> {
          there.remove(node);
          return there.isEmpty() ? null : there;
        });
  }
}
