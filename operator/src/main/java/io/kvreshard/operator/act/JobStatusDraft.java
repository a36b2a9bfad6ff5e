package io.kvreshard.operator.act;

import io.kvreshard.core.job.JobFindings;
import io.kvreshard.core.job.Phase;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.Decision;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.PlanSummary;
import io.kvreshard.crd.Progress;
import io.kvreshard.crd.QueueStatus;
import io.kvreshard.crd.Verdict;
import io.kvreshard.operator.observe.JobViews;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job's next status, begun from the present one. */
final class JobStatusDraft {
  private final KVReshardJob job;
  private final @Nullable KVReshardJobStatus before;
  private Phase phase;
  private long attempt;
  private long failures;
  private @Nullable QueueStatus queue;
  private @Nullable PlanSummary plan;
  private @Nullable Progress progress;
  private @Nullable Decision decision;
  private @Nullable String startTime;
  private @Nullable String attemptTime;
  private @Nullable String nextAttemptTime;
  private @Nullable String completionTime;
  private Truth quiesced;
  private String quarantine;

  JobStatusDraft(KVReshardJob job) {
    this.job = job;
    this.before = job.getStatus();
    var recorded = JobViews.of(job).recorded();
    phase = recorded.phase();
    attempt = recorded.attempt();
    failures = recorded.failures();
    quiesced = recorded.quiesced();
    quarantine = recorded.quarantine();
    if (before != null) {
      queue = before.queue();
      plan = before.plan();
      progress = before.progress();
      decision = before.decision();
      startTime = before.startTime();
      attemptTime = before.attemptTime();
      nextAttemptTime = before.nextAttemptTime();
      completionTime = before.completionTime();
    }
  }

  JobStatusDraft phase(Phase next) {
    phase = next;
    return this;
  }

  JobStatusDraft plan(PlanSummary next) {
    plan = next;
    return this;
  }

  JobStatusDraft quiesced(Truth next) {
    quiesced = next;
    return this;
  }

  /** Noise is left behind. What was left before stays. */
  JobStatusDraft quarantine(String sentence) {
    if (!quarantine.contains(sentence)) {
      quarantine = quarantine.isEmpty() ? sentence : quarantine + " " + sentence;
    }
    return this;
  }

  /** A new attempt begins: what was of the one before is gone. */
  JobStatusDraft attempt(long number, Instant now) {
    attempt = number;
    attemptTime = Conditions.text(now);
    startTime = startTime == null ? attemptTime : startTime;
    nextAttemptTime = null;
    progress = null;
    return this;
  }

  JobStatusDraft queued(long position) {
    phase = Phase.Queued;
    queue = new QueueStatus(position);
    quiesced = Truth.True;
    return this;
  }

  /** It waits for something that is not the queue: in line it has waited for others only. */
  JobStatusDraft waiting(Instant now) {
    if (phase == Phase.Queued) {
      phase = Phase.Pending;
      nextAttemptTime = Conditions.text(now);
    }
    return this;
  }

  /** An attempt has come to its end; the reason says what follows from it. */
  JobStatusDraft attemptEnded(Reason reason, long failed) {
    failures = failed;
    return reason.endsJob() ? abort() : this;
  }

  /** Deadlines begin anew when it goes on. */
  JobStatusDraft suspended() {
    phase = Phase.Pending;
    startTime = null;
    quiesced = Truth.True;
    return this;
  }

  JobStatusDraft nextAttempt(Instant time) {
    nextAttemptTime = Conditions.text(time);
    return this;
  }

  JobStatusDraft progress(@Nullable Long bytes) {
    if (bytes != null) {
      long total = plan == null ? bytes : plan.bytes();
      int percent = total == 0 ? 100 : (int) (100.0 * bytes / total);
      progress = new Progress(bytes, total, percent);
    }
    return this;
  }

  JobStatusDraft commit(String jobDigest) {
    decision = new Decision(attempt, Verdict.Commit, jobDigest);
    return this;
  }

  /** The fate of a job that had an attempt and none yet. */
  JobStatusDraft abort() {
    if (attempt > 0 && decision == null) {
      decision = new Decision(attempt, Verdict.Abort, null);
    }
    return this;
  }

  JobStatusDraft completed(Instant now) {
    completionTime = Conditions.text(now);
    return this;
  }

  KVReshardJobStatus build(Reason reason, String message, Instant now) {
    long generation = job.getMetadata().getGeneration();
    return new KVReshardJobStatus(
        generation,
        JobPhase.valueOf(phase.name()),
        attempt,
        failures == 0 ? null : failures,
        phase == Phase.Queued ? queue : null,
        plan,
        progress,
        decision,
        startTime,
        attemptTime,
        nextAttemptTime,
        completionTime,
        reason.name(),
        message,
        Conditions.of(
            JobFindings.of(phase, reason, message, quiesced, quarantine),
            before == null ? null : before.conditions(),
            generation,
            now));
  }
}
