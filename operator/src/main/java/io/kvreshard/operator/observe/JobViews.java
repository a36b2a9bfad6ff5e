package io.kvreshard.operator.observe;

import static io.kvreshard.operator.observe.SnapshotObserver.orEmpty;

import io.fabric8.kubernetes.api.model.Condition;
import io.kvreshard.core.job.AfterSuccess;
import io.kvreshard.core.job.Intent;
import io.kvreshard.core.job.JobFindings;
import io.kvreshard.core.job.JobLimits;
import io.kvreshard.core.job.JobRecord;
import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Lifecycle;
import io.kvreshard.core.job.Phase;
import io.kvreshard.core.job.PlanSummary;
import io.kvreshard.core.job.PredecessorView;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.job.Verdict;
import io.kvreshard.core.queue.QueuedJob;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.operator.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** KVReshardJobs as core sees them. */
public final class JobViews {
  private JobViews() {}

  /** The job and what its status says. */
  public static JobView of(KVReshardJob job) {
    var meta = job.getMetadata();
    var spec = job.getSpec();
    return new JobView(
        meta.getUid(),
        Instant.parse(meta.getCreationTimestamp()),
        spec.source().snapshotRef().name(),
        spec.target().snapshotRef().name(),
        limits(spec),
        Boolean.TRUE.equals(spec.dryRun()),
        afterSuccess(spec),
        lifecycle(spec),
        job.getStatus() != null
            && Objects.equals(job.getStatus().observedGeneration(), meta.getGeneration()),
        Tracking.of(meta),
        meta.getDeletionTimestamp() != null,
        meta.getFinalizers().contains(Names.JOB_FINALIZER),
        job.getStatus() == null ? JobRecord.fresh() : record(job.getStatus()));
  }

  /** What holds for the job, with the defaults where it says nothing. */
  public static JobLimits limits(KVReshardJobSpec spec) {
    return new JobLimits(
        Objects.requireNonNullElse(
            seconds(spec.pendingTimeoutSeconds()), JobLimits.DEFAULT_PENDING),
        seconds(spec.activeDeadlineSeconds()),
        Objects.requireNonNullElse(
            seconds(spec.progressTimeoutSeconds()), JobLimits.DEFAULT_PROGRESS),
        Objects.requireNonNullElse(spec.backoffLimit(), JobLimits.DEFAULT_BACKOFF_LIMIT));
  }

  private static Lifecycle lifecycle(KVReshardJobSpec spec) {
    return new Lifecycle(
        intent(spec),
        Objects.requireNonNullElse(spec.priority(), QueuedJob.DEFAULT_PRIORITY),
        spec.retryOf(),
        seconds(spec.ttlSecondsAfterFinished()));
  }

  private static Intent intent(KVReshardJobSpec spec) {
    if (Boolean.TRUE.equals(spec.cancel())) {
      return Intent.CANCEL;
    }
    return Boolean.TRUE.equals(spec.suspend()) ? Intent.SUSPEND : Intent.RUN;
  }

  /** A job as the one that another job is a new try of. */
  static PredecessorView predecessor(KVReshardJob job) {
    var view = of(job);
    var recorded = view.recorded();
    return new PredecessorView(view.uid(), recorded.phase(), recorded.ended(), view.guarded());
  }

  private static AfterSuccess afterSuccess(KVReshardJobSpec spec) {
    var policy = spec.policy();
    return policy == null || policy.sourceAfterSuccess() == null
        ? AfterSuccess.Retain
        : AfterSuccess.valueOf(policy.sourceAfterSuccess().name());
  }

  private static JobRecord record(KVReshardJobStatus status) {
    var phase = status.phase();
    var plan = status.plan();
    var progress = status.progress();
    var decision = status.decision();
    return new JobRecord(
        phase == null ? Phase.Pending : Phase.valueOf(phase.name()),
        status.attempt() == null ? 0 : status.attempt(),
        status.failures() == null ? 0 : status.failures(),
        status.queue() == null ? null : status.queue().position(),
        plan == null
            ? null
            : new PlanSummary(
                plan.digest(),
                plan.algorithm(),
                plan.bytes(),
                plan.wireBytes(),
                plan.edges(),
                plan.writers(),
                plan.targets()),
        progress == null ? null : progress.bytes(),
        decision == null ? null : Verdict.valueOf(decision.verdict().name()),
        decision == null ? null : decision.jobDigest(),
        time(status.startTime()),
        time(status.nextAttemptTime()),
        time(status.completionTime()),
        Reason.byName(status.reason()),
        Objects.requireNonNullElse(status.message(), ""),
        quiesced(status).map(it -> Truth.valueOf(it.getStatus())).orElse(Truth.Unknown),
        quiesced(status)
            .filter(it -> JobFindings.QUARANTINED.equals(it.getReason()))
            .map(Condition::getMessage)
            .orElse(""));
  }

  private static Optional<Condition> quiesced(KVReshardJobStatus status) {
    return orEmpty(status.conditions()).stream()
        .filter(condition -> condition.getType().equals("Quiesced"))
        .findFirst();
  }

  private static @Nullable Duration seconds(@Nullable Long seconds) {
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }

  private static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}
