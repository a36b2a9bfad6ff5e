package io.kvreshard.operator.testing;

import io.kvreshard.crd.JobSource;
import io.kvreshard.crd.JobTarget;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.SnapshotRef;
import io.kvreshard.crd.TransferPolicy;
import org.jspecify.annotations.Nullable;

/** A job's spec in the making; what is not said is left out. */
public final class JobSpec {
  private final JobSource source;
  private final JobTarget target;
  private @Nullable TransferPolicy policy;
  private @Nullable Long priority;
  private @Nullable Long pendingTimeoutSeconds;
  private @Nullable Long activeDeadlineSeconds;
  private @Nullable Long progressTimeoutSeconds;
  private @Nullable Long backoffLimit;
  private @Nullable Long ttlSecondsAfterFinished;
  private @Nullable Boolean dryRun;
  private @Nullable String retryOf;
  private @Nullable Boolean suspend;
  private @Nullable Boolean cancel;

  private JobSpec(JobSource source, JobTarget target) {
    this.source = source;
    this.target = target;
  }

  /** Of a plain job. */
  public static JobSpec of(String source, String target) {
    return new JobSpec(
        new JobSource(new SnapshotRef(source)), new JobTarget(new SnapshotRef(target)));
  }

  /** Begun from another. */
  public static JobSpec of(KVReshardJobSpec spec) {
    var draft = new JobSpec(spec.source(), spec.target());
    draft.policy = spec.policy();
    draft.priority = spec.priority();
    draft.pendingTimeoutSeconds = spec.pendingTimeoutSeconds();
    draft.activeDeadlineSeconds = spec.activeDeadlineSeconds();
    draft.progressTimeoutSeconds = spec.progressTimeoutSeconds();
    draft.backoffLimit = spec.backoffLimit();
    draft.ttlSecondsAfterFinished = spec.ttlSecondsAfterFinished();
    draft.dryRun = spec.dryRun();
    draft.retryOf = spec.retryOf();
    draft.suspend = spec.suspend();
    draft.cancel = spec.cancel();
    return draft;
  }

  public JobSpec policy(@Nullable TransferPolicy value) {
    policy = value;
    return this;
  }

  public JobSpec priority(@Nullable Long value) {
    priority = value;
    return this;
  }

  public JobSpec pendingTimeout(@Nullable Long value) {
    pendingTimeoutSeconds = value;
    return this;
  }

  public JobSpec activeDeadline(@Nullable Long value) {
    activeDeadlineSeconds = value;
    return this;
  }

  public JobSpec progressTimeout(@Nullable Long value) {
    progressTimeoutSeconds = value;
    return this;
  }

  public JobSpec backoffLimit(@Nullable Long value) {
    backoffLimit = value;
    return this;
  }

  public JobSpec ttl(@Nullable Long value) {
    ttlSecondsAfterFinished = value;
    return this;
  }

  public JobSpec dryRun(@Nullable Boolean value) {
    dryRun = value;
    return this;
  }

  public JobSpec retryOf(@Nullable String value) {
    retryOf = value;
    return this;
  }

  public JobSpec suspend(@Nullable Boolean value) {
    suspend = value;
    return this;
  }

  public JobSpec cancel(@Nullable Boolean value) {
    cancel = value;
    return this;
  }

  public KVReshardJobSpec build() {
    return new KVReshardJobSpec(
        source,
        target,
        policy,
        priority,
        pendingTimeoutSeconds,
        activeDeadlineSeconds,
        progressTimeoutSeconds,
        backoffLimit,
        ttlSecondsAfterFinished,
        dryRun,
        retryOf,
        suspend,
        cancel);
  }
}
