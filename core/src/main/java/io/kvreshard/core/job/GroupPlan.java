package io.kvreshard.core.job;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What moves in one cache group.
 *
 * @param digest of the plan set that every agent must arrive at
 * @param bytes planned bytes for each writer and target that have an edge in common
 */
public record GroupPlan(
    String name,
    String snapshotDigest,
    String sourcePlacementDigest,
    String targetPlacementDigest,
    String digest,
    SortedMap<Route, Long> bytes) {
  public GroupPlan {
    bytes = Collections.unmodifiableSortedMap(new TreeMap<>(bytes));
  }
}
