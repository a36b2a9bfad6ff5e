package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job's record in the making. */
final class RecordDraft {
  Phase phase;
  long attempt;
  long failures;
  @Nullable Long position;
  @Nullable PlanSummary plan;
  @Nullable Long progressBytes;
  @Nullable Verdict verdict;
  @Nullable String jobDigest;
  @Nullable Instant startTime;
  @Nullable Instant nextAttemptTime;
  @Nullable Instant completionTime;
  @Nullable Reason reason;
  String message;
  Truth quiesced;
  String quarantine;

  private RecordDraft(JobRecord from) {
    phase = from.phase();
    attempt = from.attempt();
    failures = from.failures();
    position = from.position();
    plan = from.plan();
    progressBytes = from.progressBytes();
    verdict = from.verdict();
    jobDigest = from.jobDigest();
    startTime = from.startTime();
    nextAttemptTime = from.nextAttemptTime();
    completionTime = from.completionTime();
    reason = from.reason();
    message = from.message();
    quiesced = from.quiesced();
    quarantine = from.quarantine();
  }

  /** The record with a change. */
  static JobRecord change(JobRecord from, Consumer<RecordDraft> change) {
    var draft = new RecordDraft(from);
    change.accept(draft);
    return new JobRecord(
        draft.phase,
        draft.attempt,
        draft.failures,
        draft.phase == Phase.Queued ? draft.position : null,
        draft.plan,
        draft.progressBytes,
        draft.verdict,
        draft.jobDigest,
        draft.startTime,
        draft.nextAttemptTime,
        draft.completionTime,
        draft.reason,
        draft.message,
        draft.quiesced,
        draft.quarantine);
  }
}
