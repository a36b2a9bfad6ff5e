package io.kvreshard.crd;

/** Where the bytes go. */
public record JobTarget(SnapshotRef snapshotRef) {}
