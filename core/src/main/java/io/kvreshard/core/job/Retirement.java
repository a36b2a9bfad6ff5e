package io.kvreshard.core.job;

import io.kvreshard.core.job.JobDecision.TaskDecision;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Takes tasks away: command, deletion, proof of quiet, release of the engines' pages, finalizer,
 * documents. In that order, one step a decision. What cannot be waited for goes on record and is
 * left behind: it keeps the pages from use, not the job from its end (DESIGN §5).
 */
final class Retirement {
  /** An engine hears within this time that it may have its pages back, or is left to its agent. */
  private static final Duration RELEASE_LIMIT = Duration.ofMinutes(1);

  private Retirement() {}

  /** The next step; empty once the job has no tasks and documents any more. */
  static Optional<JobDecision> next(JobObservation seen, Collection<TaskView> tasks) {
    var step = tasks(seen, tasks);
    if (step.isPresent() || !seen.documents()) {
      return step;
    }
    return Optional.of(new JobDecision.DropDocuments());
  }

  /** The next step; empty once the job has none of the tasks any more. */
  static Optional<JobDecision> tasks(JobObservation seen, Collection<TaskView> tasks) {
    return tasks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            step(Remains.of(seen, tasks))
                .<JobDecision>map(step -> step)
                .orElseGet(() -> wait(seen, tasks)));
  }

  /** What tasks that run are told to do instead; empty once all know. */
  static Optional<TaskDecision> command(JobObservation seen, Collection<TaskView> tasks) {
    return command(Remains.of(seen, tasks));
  }

  /** The next step; empty while there is something to wait for. */
  static Optional<TaskDecision> step(Remains remains) {
    var noise = new Noise(remains);
    return command(remains)
        .or(() -> delete(remains))
        .or(() -> over(remains))
        .or(() -> order(remains, noise))
        .or(() -> record(remains, noise))
        .or(() -> leave(remains, noise));
  }

  private static Optional<TaskDecision> command(Remains remains) {
    var uncommanded = names(remains, task -> task.command() == Command.Run && task.held());
    return some(
        uncommanded,
        new JobDecision.IssueCommand(remains.verdict(), uncommanded, remains.jobDigest()));
  }

  private static Optional<TaskDecision> delete(Remains remains) {
    var kept = names(remains, task -> !task.deleting());
    return some(kept, new JobDecision.DeleteTasks(kept));
  }

  /** Tasks that nobody needs any more. */
  static Optional<TaskDecision> over(Remains remains) {
    var over =
        names(
            remains,
            task ->
                task.held()
                    && remains.quiet(task)
                    && remains.released(task)
                    && !proves(remains, task));
    return some(over, new JobDecision.ReleaseTasks(over));
  }

  /** The task is the proof that a quarantine waits for: it stays until that has seen it. */
  private static boolean proves(Remains remains, TaskView task) {
    return task.quiesced() == Truth.True
        && Arrays.stream(Side.values())
            .map(remains::snapshot)
            .anyMatch(
                snapshot ->
                    snapshot != null
                        && snapshot.isQuarantined(task.node(), remains.operation(task)));
  }

  /** Engines get their pages back when every node is quiet, or known not to be. */
  static Optional<TaskDecision> order(Remains remains, Noise noise) {
    if (!remains.tasks().stream().allMatch(noise::settled)) {
      return Optional.empty();
    }
    var holding = names(remains, task -> holds(remains, task) && mayRelease(task, noise));
    return some(holding, new JobDecision.OrderRelease(holding));
  }

  /** Also a node that touches no pages, but is lost: its agent need not ask when it comes back. */
  private static boolean holds(Remains remains, TaskView task) {
    return task.release() == Release.WITHHELD
        && !remains.released(task)
        && (remains.quiet(task) || remains.touched(task).isEmpty());
  }

  private static boolean mayRelease(TaskView task, Noise noise) {
    return task.coordinated().stream().allMatch(side -> noise.clean(side, task));
  }

  private static Optional<TaskDecision> record(Remains remains, Noise noise) {
    for (var task : remains.tasks()) {
      var debtor = noise.debtor(task);
      var side = noise.unrecorded(task).filter(noise::hasRoom);
      if (debtor.isPresent() && side.isPresent()) {
        return Optional.of(
            new JobDecision.Quarantine(
                side.get(),
                task.node(),
                remains.operation(task),
                debtor.get().reason(),
                debtor.get().message()));
      }
    }
    return Optional.empty();
  }

  private static Optional<TaskDecision> leave(Remains remains, Noise noise) {
    return remains.tasks().stream().allMatch(task -> hopeless(remains, task, noise))
        ? Optional.of(new JobDecision.LeaveTasks(names(remains, _ -> true), noise.sentence()))
        : Optional.empty();
  }

  /** Nothing that the job could wait for comes of the task. */
  private static boolean hopeless(Remains remains, TaskView task, Noise noise) {
    if (!remains.quiet(task)) {
      return noise.settled(task);
    }
    return switch (task.release()) {
      case WITHHELD -> noise.silent(task) || !mayRelease(task, noise);
      case ORDERED -> noise.silent(task) || remains.still().compareTo(RELEASE_LIMIT) > 0;
      case DONE -> true;
    };
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

  private static Set<String> names(Remains remains, Predicate<TaskView> which) {
    return remains.tasks().stream().filter(which).map(TaskView::name).collect(Collectors.toSet());
  }

  private static Optional<TaskDecision> some(Set<String> tasks, TaskDecision step) {
    return tasks.isEmpty() ? Optional.empty() : Optional.of(step);
  }
}
