package io.kvreshard.crd;

/** Ids and digests of one group, recomputed from the spec. */
public record GroupDigests(
    String name,
    String snapshotId,
    String snapshotDigest,
    String placementId,
    String placementDigest) {}
