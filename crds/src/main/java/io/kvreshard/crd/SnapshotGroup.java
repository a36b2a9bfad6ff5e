package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** One cache group: "default" for a plain model. Exactly one of placement and placementRef. */
public record SnapshotGroup(
    String name,
    SnapshotIdentity snapshot,
    @Nullable PlacementSpec placement,
    @Nullable PlacementRef placementRef) {}
