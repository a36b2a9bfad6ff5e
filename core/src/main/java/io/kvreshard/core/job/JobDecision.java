package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one next step of a job. Carrying it out is idempotent and is at most a few writes; then the
 * world is observed and decided upon anew.
 */
public sealed interface JobDecision {
  /** About tasks, and the pages that they touch: also of an attempt whose job is no more. */
  sealed interface TaskDecision extends JobDecision {}

  /** Nothing to do, for ever. */
  record Done() implements JobDecision {}

  /** Nothing to do, and nothing to say, until something changes or the time has passed. */
  record Sleep(Duration recheckAfter) implements JobDecision {}

  /**
   * Nothing to do until something changes or the time has passed. The status says why.
   *
   * @param progressBytes to be written; null: leave it
   */
  record Wait(
      Reason reason,
      String message,
      Truth quiesced,
      @Nullable Long progressBytes,
      Duration recheckAfter)
      implements JobDecision {}

  /** The job has failed. Final; verdict Abort if it had an attempt and no verdict yet. */
  record Fail(Reason reason, String message) implements JobDecision {}

  /** The job's author has ended it. Final; verdict Abort if it had an attempt. */
  record Cancel(String message) implements JobDecision {}

  /** Write that the job is suspended; deadlines begin anew when it is resumed. */
  record Suspend(String message) implements JobDecision {}

  /**
   * The job is not suspended any more.
   *
   * @param from when the next attempt may begin
   */
  record Resume(Instant from, String message) implements JobDecision {}

  /** Of a job that has ended: write that its spec, which has changed, was seen. */
  record Acknowledge(String message) implements JobDecision {}

  /** Delete the job, which holds nothing. */
  record Delete() implements JobDecision {}

  /** Show what will move, before it is waited for something. */
  record RecordPlan(JobPlan plan, String message) implements JobDecision {}

  /** The plan was all that was asked for. */
  record FinishDryRun(String message) implements JobDecision {}

  /** Add the finalizer to a job that may hold something and has none. */
  record Guard() implements JobDecision {}

  /**
   * Ask the line of jobs for a place, then decide again with its answer. Nothing is written.
   *
   * @param nodes where the job has work to do
   */
  record AskPlace(Set<String> nodes) implements JobDecision {}

  /** Write where the job stands in line, and what it waits for; then wait. */
  record Queue(Reason reason, long position, String message, Duration recheckAfter)
      implements JobDecision {}

  /**
   * Take hold of what an attempt needs: the finalizer of the job, a reader's place at the source,
   * the claim of the target, all at the same time; what is there already stays.
   *
   * @param contended there is little room left at the source: one after the other, in that order
   */
  record Claim(long attempt, boolean contended) implements JobDecision {}

  /** Use up an attempt number, and show what will move: from here on tasks of it may exist. */
  record StartAttempt(long attempt, JobPlan plan, String message) implements JobDecision {}

  /** Store the attempt's documents, then create the tasks that are missing. */
  record CreateTasks(JobPlan plan) implements JobDecision {}

  /** Write the verdict Commit: the point of no return. */
  record DecideCommit(String jobDigest, String message) implements JobDecision {}

  /**
   * Write why the attempt has come to its end; from here on it only becomes quiet. With a final
   * reason it is the fate of the job, verdict Abort.
   */
  record EndAttempt(Reason reason, String message) implements JobDecision {}

  /**
   * Tell tasks what to do.
   *
   * @param jobDigest with Commit
   */
  record IssueCommand(Command command, Set<String> tasks, @Nullable String jobDigest)
      implements TaskDecision {}

  /**
   * The target engine has activated the cache. Final.
   *
   * @param quiesced whether anything of the job can still touch a runtime
   */
  record RecordSuccess(String message, Truth quiesced) implements JobDecision {}

  /** Let nobody register as a reader of the source any more: its engine is about to drop it. */
  record CloseSource() implements JobDecision {}

  /**
   * Tell the source's coordinator's node what becomes of the source, and people why.
   *
   * @param message of the job that has succeeded
   */
  record SettleSource(AfterSuccess fate, String task, String message) implements JobDecision {}

  /** Ask for the deletion of tasks. */
  record DeleteTasks(Set<String> tasks) implements TaskDecision {}

  /**
   * Let the engines have their pages back, by the tasks of their coordinators: every node of the
   * attempt is quiet (DESIGN §5, step 7).
   */
  record OrderRelease(Set<String> tasks) implements TaskDecision {}

  /** Take the finalizer off tasks that are over. */
  record ReleaseTasks(Set<String> tasks) implements TaskDecision {}

  /**
   * Put on record that a node may still touch a snapshot's pages.
   *
   * @param message who owes the proof that it does not
   */
  record Quarantine(
      Side side, String node, String operation, QuarantineReason reason, String message)
      implements TaskDecision {}

  /**
   * Leave tasks to their agents: nothing more comes of them that the job could wait for.
   *
   * @param quarantine which pages may still be touched, for the job's status; empty: none
   */
  record LeaveTasks(Set<String> tasks, String quarantine) implements TaskDecision {}

  /** Delete the stored documents. */
  record DropDocuments() implements JobDecision {}

  /** Write that nothing of this job can touch a runtime any more. */
  record RecordQuiet() implements JobDecision {}

  /** Another attempt, later. */
  record RetryAt(Instant time, String message) implements JobDecision {}

  /** Let go of the target. */
  record FreeTarget(Content content) implements JobDecision {}

  /** Let go of the source. */
  record FreeSource() implements JobDecision {}

  /** Take the finalizer off the job: it holds nothing any more. */
  record Unguard() implements JobDecision {}

  /** What a target holds when a job lets go of it. */
  enum Content {
    /** The snapshot, activated. */
    FILLED,
    /** Nothing: the engine has taken the reservation back or keeps it for the next job. */
    EMPTY,
    /** Nobody knows: the engine died. */
    LOST
  }
}
