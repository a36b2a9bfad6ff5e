package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the job's status says already: all that an operator remembers.
 *
 * @param attempt number of the running or last attempt; 0 before the first
 * @param failures how many attempts have failed; those that a suspension ended have not
 * @param position in the line of jobs; null: it does not stand there
 * @param progressBytes null until it is on record that all tasks of the attempt were there
 * @param verdict the fate of the job; null before it is decided. An attempt that ends while the job
 *     may try again has none: see {@link #draining}
 * @param jobDigest with verdict Commit
 * @param startTime when the first attempt began; after a suspension, the first one since then
 * @param nextAttemptTime from when on the next attempt may begin
 * @param completionTime when the job came to its end
 * @param quiesced condition Quiesced
 * @param quarantine which pages may be touched although the job is over; empty: none. It stays
 */
public record JobRecord(
    Phase phase,
    long attempt,
    long failures,
    @Nullable Long position,
    @Nullable PlanSummary plan,
    @Nullable Long progressBytes,
    @Nullable Verdict verdict,
    @Nullable String jobDigest,
    @Nullable Instant startTime,
    @Nullable Instant nextAttemptTime,
    @Nullable Instant completionTime,
    @Nullable Reason reason,
    String message,
    Truth quiesced,
    String quarantine) {

  /** The running attempt has come to its end for a reason that is on record; it becomes quiet. */
  boolean draining() {
    return phase == Phase.Running
        && (verdict == Verdict.Abort || (reason != null && reason.endsAttempt()));
  }

  /**
   * How many attempts have failed once the running one has ended for the reason. A better reason
   * may be heard of while it is drained: it ended once.
   */
  public long failuresAfter(Reason end) {
    return failures + (end.kind() == Reason.Kind.RETRY && !draining() ? 1 : 0);
  }

  /** It has come to its end, also that of a dry run. */
  public boolean ended() {
    return phase.finished() || completionTime != null;
  }

  /** Nobody has looked at the job yet. */
  boolean isFresh() {
    return equals(fresh());
  }

  /** Of a job without status. */
  public static JobRecord fresh() {
    return new JobRecord(
        Phase.Pending,
        0,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "",
        Truth.Unknown,
        "");
  }
}
