package io.kvreshard.crd;

/** A KVSnapshot of the same namespace. */
public record SnapshotRef(String name) {}
