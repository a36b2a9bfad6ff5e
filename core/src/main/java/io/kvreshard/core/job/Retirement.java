package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.SnapshotPhase;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes tasks away: command, deletion, proof of quiet, finalizer, documents. In that order, one
 * step a decision.
 */
final class Retirement {
  /** A lost node owes the proof of quiet for this long; then its noise goes on record. */
  static final Duration QUARANTINE = Duration.ofMinutes(5);

  private Retirement() {}

  /** The next step; empty once tasks and documents are gone. */
  static Optional<JobDecision> next(JobObservation seen, Collection<TaskView> tasks) {
    var step = tasks(seen, tasks);
    if (step.isPresent() || !seen.documents()) {
      return step;
    }
    return Optional.of(new JobDecision.DropDocuments());
  }

  /** The next step; empty once the tasks are gone. */
  static Optional<JobDecision> tasks(JobObservation seen, Collection<TaskView> tasks) {
    return tasks.isEmpty()
        ? Optional.empty()
        : command(seen, tasks).or(() -> Optional.of(remove(seen, tasks)));
  }

  /** What tasks that run are told to do instead; empty once all know. */
  static Optional<JobDecision> command(JobObservation seen, Collection<TaskView> tasks) {
    var recorded = seen.job().recorded();
    boolean committed = recorded.phase() == Phase.Succeeded;
    var uncommanded = names(tasks, task -> task.command() == Command.Run && task.held());
    return uncommanded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new JobDecision.IssueCommand(
                committed ? Command.Commit : Command.Abort,
                uncommanded,
                committed ? recorded.jobDigest() : null));
  }

  private static JobDecision remove(JobObservation seen, Collection<TaskView> tasks) {
    var kept = names(tasks, task -> !task.deleting());
    if (!kept.isEmpty()) {
      return new JobDecision.DeleteTasks(kept);
    }
    var quiet = names(tasks, task -> task.held() && Quiet.proven(seen, task));
    if (!quiet.isEmpty()) {
      return new JobDecision.ReleaseTasks(quiet);
    }
    return tasks.stream()
        .filter(task -> overdue(seen, task))
        .findFirst()
        .map(task -> quarantine(seen, task))
        .orElseGet(() -> wait(seen, tasks));
  }

  private static boolean overdue(JobObservation seen, TaskView task) {
    var agent = seen.agents().get(task.node());
    return task.held() && agent != null && agent.silence().compareTo(QUARANTINE) > 0;
  }

  private static JobDecision quarantine(JobObservation seen, TaskView task) {
    if (!task.source().isEmpty() && unrecorded(seen.source())) {
      return record(Side.Source, task);
    }
    if (!task.target().isEmpty() && unrecorded(seen.target())) {
      return record(Side.Target, task);
    }
    return new JobDecision.ReleaseTasks(Set.of(task.name()));
  }

  private static boolean unrecorded(@Nullable SnapshotView snapshot) {
    return snapshot != null
        && snapshot.phase() != SnapshotPhase.Quarantined
        && !snapshot.phase().gone();
  }

  private static JobDecision record(Side side, TaskView task) {
    return new JobDecision.Quarantine(
        side,
        "The agent of node \"%s\" is lost; nothing proves that it does not touch the pages any more."
            .formatted(task.node()));
  }

  private static JobDecision wait(JobObservation seen, Collection<TaskView> tasks) {
    var recorded = seen.job().recorded();
    return new JobDecision.Wait(
        recorded.reason() == null ? Reason.Moving : recorded.reason(),
        recorded.message(),
        Quiet.of(seen, tasks),
        null,
        Patience.WATCH);
  }

  private static Set<String> names(Collection<TaskView> tasks, Predicate<TaskView> which) {
    return tasks.stream().filter(which).map(TaskView::name).collect(Collectors.toSet());
  }
}
