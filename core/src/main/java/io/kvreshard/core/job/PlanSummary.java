package io.kvreshard.core.job;

/**
 * What will move, before anything does.
 *
 * @param digest of the plan set; of several groups: see {@link JobPlanner}
 * @param algorithm the planner and its version, "Ordinal/1"
 * @param bytes that all targets together receive
 * @param wireBytes of these, what crosses between nodes; replicas on one node share one copy
 */
public record PlanSummary(
    String digest,
    String algorithm,
    long bytes,
    long wireBytes,
    long edges,
    long writers,
    long targets) {}
