package io.kvreshard.core.job;

import java.time.Instant;

/**
 * A job as its author wrote it, and what was recorded.
 *
 * @param created by the API server's clock
 * @param source name of the source snapshot
 * @param target name of the target snapshot
 * @param afterSuccess of the source, once the job has succeeded
 * @param deleting somebody asked for its deletion
 * @param guarded it carries the finalizer that lets it free what it holds
 */
public record JobView(
    String uid,
    Instant created,
    String source,
    String target,
    JobLimits limits,
    boolean dryRun,
    AfterSuccess afterSuccess,
    boolean deleting,
    boolean guarded,
    JobRecord recorded) {}
