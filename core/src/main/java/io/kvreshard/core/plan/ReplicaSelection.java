package io.kvreshard.core.plan;

import io.kvreshard.core.CodePoints;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How a whole move chooses between the source's replicas (DESIGN §3, "Replica choice"). */
public sealed interface ReplicaSelection {
  ReplicaSelection ORDINAL = new Ordinal();

  /** By the target's own replica ordinal, as upstream. */
  record Ordinal() implements ReplicaSelection {}

  /**
   * By node, so that the source's replicas send equally much.
   *
   * @param nodes name of the node of each target participant that has layers
   */
  record Balanced(SortedMap<String, String> nodes) implements ReplicaSelection {
    public Balanced {
      nodes = Collections.unmodifiableSortedMap(copy(nodes));
    }

    /** These nodes by participant, in any order. */
    public Balanced(Map<String, String> nodes) {
      this(copy(nodes));
    }

    private static SortedMap<String, String> copy(Map<String, String> nodes) {
      SortedMap<String, String> copy = new TreeMap<>(CodePoints.ORDER);
      copy.putAll(nodes);
      return copy;
    }
  }
}
