package io.kvreshard.sim.model;

import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Rank;

/**
 * What one rank owns.
 *
 * @param participant the rank's id in placements
 * @param layers its layers
 * @param headStart its first KV head
 * @param headCount its KV heads
 * @param replica which of the ranks that hold the same heads it is
 * @param replicas how many these are
 */
public record Shard(
    String participant,
    Rank rank,
    LayerSet layers,
    int headStart,
    int headCount,
    int replica,
    int replicas) {}
