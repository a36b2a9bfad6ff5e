package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;

/** Pending: resolve, compare, plan, claim, start (DESIGN §5, steps 1 and 2). */
final class Resolution {
  private Resolution() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    if (job.recorded().ended()) {
      return Afterlife.decide(seen, now);
    }
    if (job.deleting()) {
      return Aftermath.abandoned(seen);
    }
    var leftovers = Retirement.next(seen, seen.tasks());
    if (leftovers.isPresent()) {
      return leftovers.get();
    }
    return switch (job.intent()) {
      case CANCEL -> new JobDecision.Cancel(Sentences.CANCELLED);
      case SUSPEND -> Suspension.hold(seen);
      case RUN ->
          job.recorded().reason() == Reason.Suspended ? Suspension.end(job, now) : wake(seen, now);
    };
  }

  private static JobDecision wake(JobObservation seen, Instant now) {
    var job = seen.job();
    if (Patience.expired(job, now)) {
      return new JobDecision.Fail(Reason.DeadlineExceeded, Patience.expiredMessage(job));
    }
    var next = job.recorded().nextAttemptTime();
    if (next != null && now.isBefore(next)) {
      return new JobDecision.Wait(
          Reason.BackingOff,
          job.recorded().message(),
          Truth.True,
          null,
          Duration.between(now, next));
    }
    return Lineage.next(seen, now).orElseGet(() -> resolve(seen, now));
  }

  private static JobDecision resolve(JobObservation seen, Instant now) {
    var refusal =
        Ends.refuseSelf(seen.job(), seen.source(), seen.target())
            .or(() -> Ends.refuseSource(seen.source()))
            .or(() -> Ends.refuseTarget(seen.target()))
            .or(() -> Compatibility.refuse(seen.source(), seen.target()));
    if (refusal.isPresent()) {
      return refusal.get();
    }
    var missing =
        Ends.missingSource(seen.job(), seen.source())
            .or(() -> Ends.missingTarget(seen.job(), seen.target()));
    if (missing.isPresent()) {
      return Patience.await(seen.job(), missing.get().reason(), missing.get().message(), now);
    }
    return switch (seen.planning()) {
      case Planning.Refused refused -> new JobDecision.Fail(Reason.PlanRefused, refused.message());
      case Planning.Impossible impossible ->
          Patience.await(seen.job(), Reason.WaitingForSource, impossible.message(), now);
      case Planning.Unfit unfit ->
          Patience.await(seen.job(), Reason.WaitingForAgents, unfit.message(), now);
      case Planning.Planned planned -> planned(seen, planned.plan(), now);
    };
  }

  private static JobDecision planned(JobObservation seen, JobPlan plan, Instant now) {
    var next = seen.job().dryRun() ? finish(plan) : claim(seen, plan, now);
    // People read what will move while it waits; one that starts at once writes it with that.
    return rests(next) && !plan.summary().equals(seen.job().recorded().plan())
        ? new JobDecision.RecordPlan(plan, Sentences.planned(plan.summary()))
        : next;
  }

  private static JobDecision finish(JobPlan plan) {
    return new JobDecision.FinishDryRun(
        "spec.dryRun: %s Nothing was claimed or moved."
            .formatted(Sentences.planned(plan.summary())));
  }

  private static boolean rests(JobDecision next) {
    return next instanceof JobDecision.Wait
        || next instanceof JobDecision.Queue
        || next instanceof JobDecision.Sleep
        || next instanceof JobDecision.FinishDryRun;
  }

  private static JobDecision claim(JobObservation seen, JobPlan plan, Instant now) {
    var job = seen.job();
    var target = Ends.present(seen.target());
    var claim = target.claim();
    var source = Ends.present(seen.source());
    if (claim != null && !claim.jobUid().equals(job.uid())) {
      if (source.readBy(job)) {
        // Another was faster. Nobody waits for the one end with the other.
        return new JobDecision.FreeSource();
      }
      return Patience.await(
          job,
          Reason.TargetClaimed,
          "KVSnapshot \"%s\" (spec.target) is claimed by the job with uid %s: wait for it, or name another reservation."
              .formatted(target.name(), claim.jobUid()),
          now);
    }
    if (!source.mayBeReadBy(job)) {
      if (claim != null) {
        return new JobDecision.FreeTarget(JobDecision.Content.EMPTY);
      }
      return Patience.await(
          job,
          Reason.WaitingForSource,
          "KVSnapshot \"%s\" (spec.source) has %d readers, as many as it may have: one of their jobs has to end first."
              .formatted(source.name(), source.readers().size()),
          now);
    }
    return Queueing.next(seen, plan, now).orElseGet(() -> begin(seen, plan));
  }

  private static JobDecision begin(JobObservation seen, JobPlan plan) {
    var job = seen.job();
    long attempt = job.recorded().attempt() + 1;
    var claim = new ClaimView(job.uid(), attempt);
    var source = Ends.present(seen.source());
    boolean holds = source.readBy(job) && claim.equals(Ends.present(seen.target()).claim());
    if (!holds || !job.guarded()) {
      return new JobDecision.Claim(attempt, !source.hasAmpleRoom());
    }
    return new JobDecision.StartAttempt(
        attempt, plan, Sentences.moving(job, attempt, plan, JobNodes.of(seen, plan)));
  }
}
