package io.kvreshard.crd;

/** What the cache represents (CONTRACT §4.6, in camelCase). */
public record SnapshotIdentity(
    String namespace,
    String resourceId,
    String modelId,
    String modelRevision,
    long tokenStart,
    long tokenCount,
    String tokenFingerprint,
    String semanticFingerprint) {}
