package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the job's status says already: all that an operator remembers.
 *
 * @param attempt number of the running or last attempt; 0 before the first
 * @param progressBytes null until all tasks of the attempt have been created
 * @param verdict of the running or last attempt; null before it is decided
 * @param jobDigest with verdict Commit
 * @param quiesced condition Quiesced
 */
public record JobRecord(
    Phase phase,
    long attempt,
    @Nullable PlanSummary plan,
    @Nullable Long progressBytes,
    @Nullable Verdict verdict,
    @Nullable String jobDigest,
    @Nullable Instant startTime,
    @Nullable Instant nextAttemptTime,
    @Nullable Instant completionTime,
    @Nullable Reason reason,
    String message,
    Truth quiesced) {

  /** Of a job without status. */
  public static JobRecord fresh() {
    return new JobRecord(
        Phase.Pending, 0, null, null, null, null, null, null, null, null, "", Truth.Unknown);
  }
}
