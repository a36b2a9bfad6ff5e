package io.kvreshard.crd;

/** What will move, before anything does. */
public record PlanSummary(
    String digest,
    String algorithm,
    long bytes,
    long wireBytes,
    long edges,
    long writers,
    long targets) {}
