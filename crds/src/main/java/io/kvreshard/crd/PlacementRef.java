package io.kvreshard.crd;

/**
 * A placement that is too large for the object: canonical JSON in a ConfigMap of the same
 * namespace.
 */
public record PlacementRef(String configMap, String key, String sha256) {}
