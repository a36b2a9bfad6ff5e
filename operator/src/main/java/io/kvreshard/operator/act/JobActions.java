package io.kvreshard.operator.act;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobFindings;
import io.kvreshard.core.job.JobPlan;
import io.kvreshard.core.job.Phase;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.job.Side;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.snapshot.SnapshotRecord;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.PlanSummary;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.observe.JobContents;
import io.kvreshard.operator.observe.JobSight;
import io.kvreshard.operator.observe.TurnPlane;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Carries out decisions about jobs, upon the versions of objects that were observed. */
public final class JobActions {
  private final TurnPlane plane;
  private final SnapshotActions snapshots;
  private final TaskActions tasks;
  private final JobStatusWriter status;
  private final InstantSource clock;

  /**
   * The actions.
   *
   * @param systemNamespace where tasks and documents are
   */
  public JobActions(
      TurnPlane plane, SnapshotActions snapshots, String systemNamespace, InstantSource clock) {
    this.plane = plane;
    this.snapshots = snapshots;
    this.tasks = new TaskActions(plane, systemNamespace);
    this.status = new JobStatusWriter(plane, clock);
    this.clock = clock;
  }

  /**
   * Carries out one decision.
   *
   * @throws ConflictException if the world is not any more what was observed: observe again
   */
  public void apply(JobSight sight, JobDecision decision) throws ConflictException {
    var uid = sight.seen().job().uid();
    switch (decision) {
      case JobDecision.Done _, JobDecision.Sleep _, JobDecision.AskPlace _ -> {}
      case JobDecision.Wait wait ->
          status.write(
              sight,
              draft ->
                  draft
                      .waiting(clock.instant())
                      .quiesced(wait.quiesced())
                      .progress(wait.progressBytes()),
              wait.reason(),
              wait.message());
      case JobDecision.Fail fail ->
          status.write(
              sight,
              draft -> draft.phase(Phase.Failed).abort().completed(clock.instant()),
              fail.reason(),
              fail.message());
      case JobDecision.Cancel it ->
          status.write(
              sight,
              draft ->
                  draft
                      .phase(Phase.Cancelled)
                      .abort()
                      .completed(clock.instant())
                      .quiesced(Truth.True),
              Reason.Cancelled,
              it.message());
      case JobDecision.Suspend it ->
          status.write(sight, JobStatusDraft::suspended, Reason.Suspended, it.message());
      case JobDecision.Resume it ->
          status.write(sight, draft -> draft.nextAttempt(it.from()), Reason.Resumed, it.message());
      case JobDecision.Acknowledge it -> status.writeSame(sight, draft -> draft, it.message());
      case JobDecision.Delete _ -> plane.delete(sight.job());
      case JobDecision.RecordPlan it ->
          status.write(
              sight, draft -> draft.plan(summary(it.plan())), Reason.Planned, it.message());
      case JobDecision.FinishDryRun it ->
          status.write(
              sight,
              draft -> draft.completed(clock.instant()).quiesced(Truth.True),
              Reason.DryRun,
              it.message());
      case JobDecision.Queue it ->
          status.write(sight, draft -> draft.queued(it.position()), it.reason(), it.message());
      case JobDecision.Guard _ -> guard(sight);
      case JobDecision.Unguard _ -> {
        Finalizers.remove(sight.job(), Names.JOB_FINALIZER);
        plane.replace(sight.job());
      }
      case JobDecision.FreeSource _ -> change(sight.source(), record -> record.leftBy(uid));
      case JobDecision.CloseSource _ ->
          change(sight.source(), record -> record.in(SnapshotPhase.Released));
      case JobDecision.SettleSource it -> {
        status.write(sight, draft -> draft, Reason.Succeeded, it.message());
        tasks.settleSource(sight.tasks(), it.task(), it.fate());
      }
      case JobDecision.Claim it -> claim(sight, it);
      case JobDecision.FreeTarget it ->
          change(sight.target(), record -> freed(record, it.content(), sight));
      case JobDecision.Quarantine it ->
          snapshots.quarantine(it.side() == Side.Source ? sight.source() : sight.target(), it);
      case JobDecision.LeaveTasks it -> {
        leave(sight, it.quarantine());
        tasks.leave(sight.tasks(), it.tasks());
      }
      case JobDecision.StartAttempt it ->
          plane.atOnce(List.of(() -> start(sight, it), () -> tasks.prepare(sight, it.attempt())));
      case JobDecision.CreateTasks it -> tasks.create(sight, it.plan());
      case JobDecision.EndAttempt it ->
          status.write(
              sight,
              draft ->
                  draft.attemptEnded(
                      it.reason(), sight.seen().job().recorded().failuresAfter(it.reason())),
              it.reason(),
              it.message());
      case JobDecision.DecideCommit it ->
          status.write(
              sight,
              draft -> draft.phase(Phase.Committing).commit(it.jobDigest()),
              Reason.Committing,
              it.message());
      case JobDecision.RecordSuccess it ->
          status.write(
              sight,
              draft ->
                  draft
                      .phase(Phase.Succeeded)
                      .progress(total(sight))
                      .completed(clock.instant())
                      .quiesced(it.quiesced()),
              Reason.Succeeded,
              it.message());
      case JobDecision.RecordQuiet _ ->
          status.writeSame(sight, draft -> draft.quiesced(Truth.True));
      case JobDecision.RetryAt it ->
          status.write(
              sight,
              draft -> draft.phase(Phase.Pending).nextAttempt(it.time()).quiesced(Truth.True),
              Reason.BackingOff,
              it.message());
      case JobDecision.IssueCommand it ->
          tasks.command(sight.tasks(), it.command(), it.tasks(), it.jobDigest());
      case JobDecision.DeleteTasks it -> tasks.delete(sight.tasks(), it.tasks());
      case JobDecision.OrderRelease it -> tasks.orderRelease(sight.tasks(), it.tasks());
      case JobDecision.ReleaseTasks it -> tasks.release(sight.tasks(), it.tasks());
      case JobDecision.DropDocuments _ -> {
        if (sight.documents() != null) {
          plane.delete(sight.documents());
        }
      }
    }
  }

  /** A job that goes before it has its finalizer leaves the rest: snapshots take it back. */
  private void claim(JobSight sight, JobDecision.Claim it) throws ConflictException {
    var uid = sight.seen().job().uid();
    var claim = new ClaimView(uid, it.attempt());
    TurnPlane.Part job = () -> guard(sight);
    TurnPlane.Part source = () -> change(sight.source(), record -> record.readBy(uid));
    TurnPlane.Part target = () -> change(sight.target(), record -> record.claimedBy(claim));
    if (it.contended()) {
      job.run();
      source.run();
      target.run();
    } else {
      plane.atOnce(List.of(job, source, target));
    }
  }

  private void start(JobSight sight, JobDecision.StartAttempt it) throws ConflictException {
    status.write(
        sight,
        draft ->
            draft
                .phase(Phase.Running)
                .plan(summary(it.plan()))
                .attempt(it.attempt(), clock.instant())
                .quiesced(Truth.False),
        Reason.Moving,
        it.message());
  }

  private void guard(JobSight sight) throws ConflictException {
    if (!sight.seen().job().guarded()) {
      Finalizers.add(sight.job(), Names.JOB_FINALIZER);
      Failpoints.before(Step.OPERATOR_GUARD, Failpoints::unreachable);
      plane.replace(sight.job());
      Failpoints.after(Step.OPERATOR_GUARD, Failpoints::unreachable);
    }
  }

  private void change(@Nullable KVSnapshot snapshot, UnaryOperator<SnapshotRecord> change)
      throws ConflictException {
    if (snapshot != null) {
      var _ = snapshots.write(snapshot, change);
    }
  }

  /** First for people: without their jobs nobody would ask why tasks are there. */
  private void leave(JobSight sight, String quarantine) throws ConflictException {
    if (!quarantine.isEmpty()) {
      status.writeSame(sight, draft -> draft.quarantine(quarantine));
      plane.event(sight.job(), EventType.Warning, JobFindings.QUARANTINED, quarantine);
    }
  }

  /** A target that its job lets go of. */
  private static SnapshotRecord freed(
      SnapshotRecord record, JobDecision.Content content, JobSight sight) {
    var freed = record.in(phase(record.phase(), content)).claimedBy(null);
    return content == JobDecision.Content.FILLED ? freed.holding(JobContents.moved(sight)) : freed;
  }

  /** What a snapshot is when its job lets go of it; an end stays. */
  private static SnapshotPhase phase(SnapshotPhase before, JobDecision.Content content) {
    if (before.gone()) {
      return before;
    }
    return switch (content) {
      case FILLED -> SnapshotPhase.Ready;
      case EMPTY -> SnapshotPhase.Reserved;
      case LOST -> SnapshotPhase.Lost;
    };
  }

  private static @Nullable Long total(JobSight sight) {
    var plan = sight.seen().job().recorded().plan();
    return plan == null ? null : plan.bytes();
  }

  private static PlanSummary summary(JobPlan of) {
    var plan = of.summary();
    return new PlanSummary(
        plan.digest(),
        plan.algorithm(),
        plan.bytes(),
        plan.wireBytes(),
        plan.edges(),
        plan.writers(),
        plan.targets());
  }
}
