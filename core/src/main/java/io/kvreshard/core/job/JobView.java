package io.kvreshard.core.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as its author wrote it, and what was recorded.
 *
 * @param created by the API server's clock
 * @param source name of the source snapshot
 * @param target name of the target snapshot
 * @param afterSuccess of the source, once the job has succeeded
 * @param heeded what is recorded is about the spec as it is now
 * @param tracked the tool that would put it back if it was deleted, as "Argo CD"; null: none
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
    Lifecycle lifecycle,
    boolean heeded,
    @Nullable String tracked,
    boolean deleting,
    boolean guarded,
    JobRecord recorded) {
  Intent intent() {
    return lifecycle.intent();
  }

  /** It has ended and holds nothing any more: nothing will come of it. */
  public boolean over() {
    return recorded.ended() && !guarded;
  }

  /** From when on it is to be deleted; null: never, or it may still hold something. */
  public @Nullable Instant expires() {
    var ttl = lifecycle.ttl();
    var end = recorded.completionTime();
    return ttl == null || end == null || guarded || deleting || tracked != null
        ? null
        : end.plus(ttl);
  }

  /** It is another try of a job whose end it may have to wait for: it may hold nothing yet. */
  public boolean follows() {
    return lifecycle.retryOf() != null && !begun() && !recorded.ended();
  }

  private boolean begun() {
    return guarded || recorded.plan() != null;
  }
}
