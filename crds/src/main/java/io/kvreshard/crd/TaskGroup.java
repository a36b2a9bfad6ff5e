package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** Documents of one cache group by digest, and the plan that every agent must arrive at. */
public record TaskGroup(
    String name,
    String snapshotDigest,
    String sourcePlacementDigest,
    String targetPlacementDigest,
    String planSetDigest,
    @Nullable Long sourceDataParallelRank) {}
