package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the job's status says already: all that an operator remembers.
 *
 * @param attempt number of the running or last attempt; 0 before the first
 * @param progressBytes null until all tasks of the attempt have been created
 * @param verdict the fate of the job; null before it is decided. An attempt that ends while the job
 *     may try again has none: see {@link #draining}
 * @param jobDigest with verdict Commit
 * @param startTime when the first attempt began
 * @param nextAttemptTime when the next attempt begins
 * @param completionTime when the job came to its end
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

  /** The running attempt has come to its end for a reason that is on record; it becomes quiet. */
  boolean draining() {
    return phase == Phase.Running
        && (verdict == Verdict.Abort || (reason != null && reason.endsAttempt()));
  }

  /** Of a job without status. */
  public static JobRecord fresh() {
    return new JobRecord(
        Phase.Pending, 0, null, null, null, null, null, null, null, null, "", Truth.Unknown);
  }
}
