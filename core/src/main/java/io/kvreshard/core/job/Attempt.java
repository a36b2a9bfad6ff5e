package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Running without a verdict: hand out tasks, watch them, decide at the barrier (DESIGN §5). */
final class Attempt {
  /** Progress is written at most this often. */
  private static final Duration REPORT = Duration.ofSeconds(5);

  /** Agents that report nothing for this long are stuck. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  /** A task of which a part has failed says why within this time. */
  private static final Duration REASON_LIMIT = Duration.ofSeconds(10);

  private Attempt() {}

  static JobDecision decide(JobObservation seen, Instant now) {
    var job = seen.job();
    var strays =
        seen.tasks().stream().filter(task -> task.attempt() != job.recorded().attempt()).toList();
    if (!strays.isEmpty()) {
      return Retirement.tasks(seen, strays).orElseThrow();
    }
    return end(seen, now).orElseGet(() -> mayLackTasks(seen) ? start(seen) : watch(seen));
  }

  /** Once all tasks were there, one that is missing was taken away: none is made again. */
  private static boolean mayLackTasks(JobObservation seen) {
    return seen.job().recorded().progressBytes() == null && !seen.handedOut();
  }

  /** Reasons to end the attempt that do not come from its tasks. */
  private static Optional<JobDecision> end(JobObservation seen, Instant now) {
    var job = seen.job();
    if (job.deleting()) {
      return abort(Reason.JobDeleted, Reason.JobDeleted.sentence());
    }
    switch (job.intent()) {
      case CANCEL -> {
        return abort(Reason.Cancelled, Sentences.givenUp(job, "spec.cancel"));
      }
      case SUSPEND -> {
        return abort(Reason.Suspended, Sentences.givenUp(job, "spec.suspend"));
      }
      case RUN -> {}
    }
    if (Patience.expired(job, now)) {
      return abort(Reason.DeadlineExceeded, Patience.expiredMessage(job));
    }
    var target = seen.target();
    if (target == null || !target.claimedBy(job)) {
      return abort(
          Reason.ClaimLost,
          "KVSnapshot \"%s\" (spec.target) %s."
              .formatted(
                  job.target(),
                  target == null ? "is gone" : "is not claimed by this job any more"));
    }
    // In quarantine: a node may still write into its pages for an operation that is over.
    if (target.phase().gone() || target.phase() == SnapshotPhase.Quarantined) {
      return abort(
          Reason.ClaimLost,
          "KVSnapshot \"%s\" (spec.target) is %s.".formatted(job.target(), target.phase()));
    }
    return Optional.empty();
  }

  private static JobDecision start(JobObservation seen) {
    if (!(seen.planning() instanceof Planning.Planned(var plan))) {
      return unplanned(seen.planning());
    }
    var source = binding(seen.source());
    var target = binding(seen.target());
    if (!(source instanceof Binding.Bound from) || !(target instanceof Binding.Bound to)) {
      return new JobDecision.EndAttempt(
          Reason.EngineLost, (source instanceof Binding.Unbound ? why(source) : why(target)));
    }
    var expected = JobNodes.of(plan, from, to);
    var present = nodes(seen);
    if (!expected.containsAll(present)) {
      return new JobDecision.EndAttempt(
          Reason.EngineLost, "Processes of an engine have moved to other nodes.");
    }
    if (!seen.documents() || !present.equals(expected)) {
      return new JobDecision.CreateTasks(plan);
    }
    return watch(seen);
  }

  private static JobDecision watch(JobObservation seen) {
    if (!(seen.planning() instanceof Planning.Planned(var plan))) {
      return unplanned(seen.planning());
    }
    return Faults.of(seen)
        .map(fault -> (JobDecision) new JobDecision.EndAttempt(fault.reason(), fault.message()))
        .orElseGet(() -> barrier(seen, plan));
  }

  private static JobDecision barrier(JobObservation seen, JobPlan plan) {
    var recorded = seen.job().recorded();
    return switch (Barrier.judge(seen.job().uid(), recorded.attempt(), plan, seen.tasks())) {
      case Barrier.Complete complete ->
          new JobDecision.DecideCommit(
              complete.jobDigest(),
              "All %d writers and %d targets are verified; job digest %s."
                  .formatted(
                      plan.summary().writers(), plan.summary().targets(), complete.jobDigest()));
      case Barrier.Broken broken ->
          new JobDecision.EndAttempt(Reason.TransferMismatch, broken.message());
      case Barrier.Failed failed -> failed(seen, plan, failed.message());
      case Barrier.Open open -> wait(seen, plan, open.missing());
    };
  }

  /** The task's own reason is on its way: an agent writes it with the receipt or right after it. */
  private static JobDecision failed(JobObservation seen, JobPlan plan, String message) {
    return seen.timers().sinceChange().compareTo(REASON_LIMIT) > 0
        ? new JobDecision.EndAttempt(Reason.TransferFailed, Sentences.ended(message))
        : wait(seen, plan, message);
  }

  private static JobDecision wait(JobObservation seen, JobPlan plan, String missing) {
    var silence = seen.timers().sinceChange();
    // The agents hold the limit itself and know it exactly. They report in steps of two percent, so
    // this is only for an agent that is alive but stuck.
    var limit = Patience.longer(seen.job().limits().progress().multipliedBy(10), STUCK);
    if (silence.compareTo(limit) > 0) {
      return new JobDecision.EndAttempt(
          Reason.ProgressTimeout,
          "No task has reported anything for %d s: %s".formatted(silence.toSeconds(), missing));
    }
    return new JobDecision.Wait(
        Reason.Moving, moving(seen, plan), Truth.False, report(seen, plan), Patience.WATCH);
  }

  /**
   * Bytes to write into the status, or null if it is not worth a write. The first report also says
   * for good that all tasks were there.
   */
  private static @Nullable Long report(JobObservation seen, JobPlan plan) {
    var recorded = seen.job().recorded().progressBytes();
    long before = recorded == null ? 0 : recorded;
    long total = plan.summary().bytes();
    long done =
        Math.min(total, seen.tasks().stream().mapToLong(TaskView::bytesDone).reduce(0, Long::sum));
    boolean moved = recorded == null || done - before >= Math.max(1, total / 50);
    boolean due = seen.timers().sinceReport().compareTo(REPORT) >= 0;
    return moved && due ? done : null;
  }

  private static String moving(JobObservation seen, JobPlan plan) {
    return Sentences.moving(seen.job(), seen.job().recorded().attempt(), plan, nodes(seen));
  }

  private static SortedSet<String> nodes(JobObservation seen) {
    return seen.tasks().stream().map(TaskView::node).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Binding binding(@Nullable SnapshotView snapshot) {
    return snapshot == null
        ? new Binding.Unbound("A KVSnapshot of the job is gone.")
        : snapshot.binding();
  }

  private static String why(Binding binding) {
    return binding instanceof Binding.Unbound unbound ? unbound.message() : "";
  }

  /** Without the plan that the tasks follow nothing can be said of them. */
  private static JobDecision unplanned(Planning planning) {
    return switch (planning) {
      case Planning.Refused(var message) ->
          new JobDecision.EndAttempt(Reason.DocumentsLost, message);
      case Planning.Impossible(var message) ->
          new JobDecision.EndAttempt(Reason.DocumentsLost, message);
      case Planning.Unfit(var message) ->
          new JobDecision.EndAttempt(Reason.PlannerUnknown, message);
      case Planning.Planned planned -> throw new IllegalStateException(planned.toString());
    };
  }

  private static Optional<JobDecision> abort(Reason reason, String message) {
    return Optional.of(new JobDecision.EndAttempt(reason, message));
  }
}
