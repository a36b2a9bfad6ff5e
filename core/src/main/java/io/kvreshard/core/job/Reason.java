package io.kvreshard.core.job;

import org.jspecify.annotations.Nullable;

/**
 * Why a job is where it is: {@code status.reason}, the reason of its conditions and of its events.
 * Part of the API: names never change.
 */
public enum Reason {
  // On the way: Reconciling.
  WaitingForSource(
      Kind.PROGRESS, Actor.ENGINE_OWNER, "The source snapshot is not there, or not ready, yet."),
  WaitingForTarget(
      Kind.PROGRESS, Actor.ENGINE_OWNER, "The target reservation is not there, or not ready, yet."),
  TargetClaimed(
      Kind.PROGRESS,
      Actor.NOBODY,
      "Another job holds the target; this one waits until it lets go."),
  WaitingForAgents(
      Kind.PROGRESS,
      Actor.CLUSTER_ADMIN,
      "The agents of the job's nodes are of releases that cannot do it together, or not with this operator."),
  WaitingForPredecessor(
      Kind.PROGRESS,
      Actor.NOBODY,
      "The job that this one is another try of has not ended, or still holds something."),
  Suspended(Kind.PROGRESS, Actor.JOB_AUTHOR, "It holds nothing and waits, as its author wanted."),
  Resumed(Kind.PROGRESS, Actor.NOBODY, "It is not suspended any more."),
  Planned(Kind.PROGRESS, Actor.NOBODY, "It is known what moves where."),
  ClusterFull(
      Kind.PROGRESS,
      Actor.CLUSTER_ADMIN,
      "As many jobs move as the cluster may have; this one is in line."),
  NodeFull(
      Kind.PROGRESS,
      Actor.CLUSTER_ADMIN,
      "As many jobs have work on a node, or wait for it before this one, as it may have."),
  Moving(
      Kind.PROGRESS,
      Actor.NOBODY,
      "An attempt has begun: its tasks are handed to the nodes, which move and verify bytes."),
  Committing(
      Kind.PROGRESS,
      Actor.NOBODY,
      "Everything is verified; the target engine activates the cache."),
  CommitUnanswered(
      Kind.PROGRESS,
      Actor.ENGINE_OWNER,
      "The target engine, or the agent of its node, has not acknowledged the commit for a minute; the message says what ends the wait."),
  BackingOff(Kind.PROGRESS, Actor.NOBODY, "An attempt failed; the next one starts after a pause."),

  // Ends of an attempt: another one may succeed.
  AgentRestarted(Kind.RETRY, Actor.NOBODY, "A node's agent was restarted in mid-attempt."),
  AgentLost(Kind.RETRY, Actor.CLUSTER_ADMIN, "A node's agent has stopped to renew its Lease."),
  ProgressTimeout(Kind.RETRY, Actor.CLUSTER_ADMIN, "No byte was verified for too long."),
  TransferFailed(Kind.RETRY, Actor.NOBODY, "An agent gave the attempt up."),
  TransferMismatch(Kind.RETRY, Actor.NOBODY, "Agents did not agree on what is moved."),
  TaskDeleted(Kind.RETRY, Actor.NOBODY, "Somebody deleted a task in mid-attempt."),
  DocumentsLost(Kind.RETRY, Actor.NOBODY, "Somebody deleted the attempt's documents."),
  PlannerUnknown(
      Kind.RETRY,
      Actor.NOBODY,
      "The attempt was begun by an operator of another release, with a planner that this one does not know."),
  ClaimLost(
      Kind.RETRY,
      Actor.ENGINE_OWNER,
      "The target is gone, in quarantine, or not claimed by this job any more."),
  EngineLost(
      Kind.RETRY, Actor.ENGINE_OWNER, "A process of an engine went away before the attempt began."),

  // Ends of a job: no attempt can succeed, or none is left.
  SelfTarget(
      Kind.FINAL,
      Actor.JOB_AUTHOR,
      "Source and target are the same snapshot, or pages of the same processes."),
  NamespaceMismatch(
      Kind.FINAL, Actor.JOB_AUTHOR, "Source and target belong to different cache namespaces."),
  IdentityMismatch(Kind.FINAL, Actor.JOB_AUTHOR, "Source and target describe different contents."),
  GeometryMismatch(
      Kind.FINAL, Actor.JOB_AUTHOR, "Source and target have different cache geometry."),
  GranuleMismatch(Kind.FINAL, Actor.ENGINE_OWNER, "Source and target declare different granules."),
  InvalidSnapshot(
      Kind.FINAL, Actor.ENGINE_OWNER, "The documents of a snapshot break the contract."),
  PredecessorMissing(
      Kind.FINAL, Actor.JOB_AUTHOR, "There is no job that this one could be another try of."),
  PredecessorSucceeded(
      Kind.FINAL, Actor.JOB_AUTHOR, "The job that this one is another try of has succeeded."),
  PlanRefused(Kind.FINAL, Actor.JOB_AUTHOR, "No legal plan leads from source to target."),
  SourceLost(Kind.FINAL, Actor.ENGINE_OWNER, "The source's content is gone."),
  SourceQuarantined(
      Kind.FINAL,
      Actor.CLUSTER_ADMIN,
      "A node may still touch the source's pages for a job that is over."),
  TargetNotReserved(Kind.FINAL, Actor.JOB_AUTHOR, "The target is not a free reservation."),
  EngineRefused(Kind.FINAL, Actor.ENGINE_OWNER, "An engine refused, and would refuse again."),
  BindingInvalid(
      Kind.FINAL, Actor.ENGINE_OWNER, "An engine's pages or tensors do not cover its placement."),
  PlanMismatch(
      Kind.FINAL, Actor.CLUSTER_ADMIN, "An agent computes another plan: its release does not fit."),
  TaskInvalid(Kind.FINAL, Actor.CLUSTER_ADMIN, "An agent cannot do what its task says."),
  PendingTimeout(Kind.FINAL, Actor.JOB_AUTHOR, "What the job waited for did not come in time."),
  DeadlineExceeded(Kind.FINAL, Actor.JOB_AUTHOR, "The job did not finish within its deadline."),
  BackoffLimitExceeded(Kind.FINAL, Actor.CLUSTER_ADMIN, "Too many attempts have failed."),
  ActivationLost(
      Kind.FINAL, Actor.ENGINE_OWNER, "The target engine died after the decision to commit."),
  JobDeleted(Kind.FINAL, Actor.NOBODY, "The job was deleted before it was done."),

  // Good ends.
  DryRun(Kind.GOOD, Actor.NOBODY, "Planned, as asked; nothing was claimed or moved."),
  Succeeded(Kind.GOOD, Actor.NOBODY, "The target engine has activated the moved cache."),
  Cancelled(Kind.GOOD, Actor.NOBODY, "Ended before the decision to commit, as its author wanted.");

  /** What follows from a reason. */
  public enum Kind {
    PROGRESS,
    RETRY,
    FINAL,
    GOOD
  }

  private final Kind kind;
  private final Actor actor;
  private final String sentence;

  Reason(Kind kind, Actor actor, String sentence) {
    this.kind = kind;
    this.actor = actor;
    this.sentence = sentence;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether no attempt goes on with this reason on record. */
  boolean endsAttempt() {
    return kind == Kind.RETRY || this == Suspended || endsJob();
  }

  /** Whether a job with this reason has its fate. */
  public boolean endsJob() {
    return kind == Kind.FINAL || kind == Kind.GOOD;
  }

  /** Who must act, if it lasts. */
  public Actor actor() {
    return actor;
  }

  /** What it means, for documentation and as a message of its own. */
  public String sentence() {
    return sentence;
  }

  /** The constant of that name, or null for a name that this release does not know. */
  public static @Nullable Reason byName(@Nullable String name) {
    for (var reason : values()) {
      if (reason.name().equals(name)) {
        return reason;
      }
    }
    return null;
  }
}
