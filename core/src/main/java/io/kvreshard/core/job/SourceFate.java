package io.kvreshard.core.job;

import java.util.Optional;

/**
 * What becomes of the source of a job that has succeeded (DESIGN §5, step 7). Decided at the very
 * end, when everything of the attempt but the source's coordinator is quiet: until then others may
 * come to read it. A reader that is not the last one leaves; the last one closes the source for new
 * ones, and only then its engine hears of it. Both are writes of the same list, so that of two jobs
 * which end together exactly one is the last.
 */
final class SourceFate {
  private SourceFate() {}

  /** The next step; empty once the task of the source's coordinator knows, or never will. */
  static Optional<JobDecision> next(JobObservation seen) {
    return seen.job().afterSuccess() == AfterSuccess.Retain
        ? Optional.empty()
        : seen.tasks().stream()
            .filter(task -> undecided(seen.job(), task))
            .findFirst()
            .map(task -> prepare(seen, task).orElseGet(() -> decide(seen, task)));
  }

  private static boolean undecided(JobView job, TaskView task) {
    return task.attempt() == job.recorded().attempt()
        && task.coordinates(Side.Source)
        && task.afterSuccess() == null
        && !task.deleting();
  }

  private static Optional<JobDecision> prepare(JobObservation seen, TaskView last) {
    var others = seen.tasks().stream().filter(task -> !task.equals(last)).toList();
    return Retirement.command(seen, seen.tasks())
        .<JobDecision>map(step -> step)
        .or(() -> Retirement.tasks(seen, others));
  }

  private static JobDecision decide(JobObservation seen, TaskView task) {
    var job = seen.job();
    var source = seen.source();
    if (source == null) {
      return settle(job, task, AfterSuccess.Retain, "is gone already.");
    }
    if (!source.readBy(job)) {
      return settle(
          job,
          task,
          AfterSuccess.Retain,
          "was read by other jobs, too: the last one that asks for it releases it.");
    }
    return switch (source.phase()) {
      // Closed by its last reader, and this job is one.
      case Released ->
          settle(job, task, AfterSuccess.Release, "is released: its engine may drop the pages.");
      case Ready ->
          source.readers().size() > 1
              ? new JobDecision.FreeSource()
              : new JobDecision.CloseSource();
      case Pending, Reserved, Filling, Quarantined, Lost ->
          settle(
              job,
              task,
              AfterSuccess.Retain,
              "is %s and is not released.".formatted(source.phase()));
    };
  }

  private static JobDecision settle(JobView job, TaskView task, AfterSuccess fate, String what) {
    return new JobDecision.SettleSource(
        fate,
        task.name(),
        "%s KVSnapshot \"%s\" (spec.source) %s"
            .formatted(Sentences.succeeded(job), job.source(), what));
  }
}
