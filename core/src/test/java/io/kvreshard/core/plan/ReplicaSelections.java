package io.kvreshard.core.plan;

import java.util.Map;
import java.util.Random;

/** Random choices between replicas, for tests. */
public final class ReplicaSelections {
  private ReplicaSelections() {}

  /**
   * One of all kinds.
   *
   * @param nodes of the targets, by participant
   */
  public static ReplicaSelection random(Random random, Map<String, String> nodes) {
    return random.nextBoolean() ? ReplicaSelection.ORDINAL : new ReplicaSelection.Balanced(nodes);
  }
}
