package io.kvreshard.crd;

/** Where the bytes come from. */
public record JobSource(SnapshotRef snapshotRef) {}
