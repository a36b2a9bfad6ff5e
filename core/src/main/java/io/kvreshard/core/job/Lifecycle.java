package io.kvreshard.core.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a job runs, and for how long it stays: what its author says of its life.
 *
 * @param priority of its namespace's jobs the higher one goes first; see {@link
 *     io.kvreshard.core.queue.QueuedJob}
 * @param retryOf name of the job that this one is another try of
 * @param ttl how long it stays after its end; null: for ever
 */
public record Lifecycle(
    Intent intent, long priority, @Nullable String retryOf, @Nullable Duration ttl) {}
