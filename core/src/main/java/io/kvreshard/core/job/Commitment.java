package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Committing: the verdict stands; it only has to reach the target engine (DESIGN §5, step 6). */
final class Commitment {
  /** An agent, restarted or not, knows by then whether its engine has committed. */
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

  private Commitment() {}

  static JobDecision decide(JobObservation seen) {
    var job = seen.job();
    var attempt = job.recorded().attempt();
    var coordinator =
        seen.tasks().stream()
            .filter(task -> task.attempt() == attempt && task.coordinates(Side.Target))
            .findFirst();
    if (coordinator.isEmpty()) {
      return new JobDecision.Fail(
          Reason.ActivationLost,
          "The task of the target's coordinator was removed by force before the commit was acknowledged.");
    }
    var task = coordinator.get();
    if (task.state() == TaskState.Committed) {
      return new JobDecision.RecordSuccess(Sentences.succeeded(job), Quiet.of(seen, seen.tasks()));
    }
    if (task.command() == Command.Run) {
      return new JobDecision.IssueCommand(
          Command.Commit, Set.of(task.name()), job.recorded().jobDigest());
    }
    var abandoned = abandoned(seen, task);
    if (abandoned.isPresent()) {
      return lost(abandoned.get());
    }
    if (refused(task)) {
      var fault = task.fault();
      return lost(
          "Node \"%s\": %s"
              .formatted(
                  task.node(),
                  fault == null
                      ? "the task is " + task.state() + "."
                      : fault.reason() + ": " + Sentences.ended(fault.message())));
    }
    return wait(seen, task);
  }

  /** An answer that comes soon is not worth a write. */
  private static JobDecision wait(JobObservation seen, TaskView task) {
    var job = seen.job();
    var silence = seen.timers().sinceChange();
    boolean soon = silence.compareTo(Patience.WATCH) < 0 && job.intent() != Intent.CANCEL;
    boolean late = silence.compareTo(ANSWER_LIMIT) > 0;
    return new JobDecision.Wait(
        late ? Reason.CommitUnanswered : Reason.Committing,
        soon
            ? job.recorded().message()
            : late ? waiting(job, task) + " " + remedy(seen, task) : waiting(job, task),
        Quiet.of(seen, seen.tasks()),
        null,
        Patience.WATCH);
  }

  private static String remedy(JobObservation seen, TaskView task) {
    var agent = seen.agents().get(task.node());
    return agent == null || !agent.alive()
        ? "The node's agent is lost: bring it back, or, when the machine is certainly off, delete its Node or taint it node.kubernetes.io/out-of-service."
        : "The engine's log has the reason; if it never answers, end its processes: the job then ends as ActivationLost.";
  }

  private static String waiting(JobView job, TaskView task) {
    return "Everything is verified; waiting for the target engine's acknowledgement on node \"%s\".%s"
        .formatted(task.node(), Sentences.tooLate(job));
  }

  /**
   * The agent is through with the task, because it cannot commit or before the command came: it is
   * never taken up again. A failure alone is no answer to the command, which is still carried out.
   */
  private static boolean refused(TaskView task) {
    boolean ended = task.state() == TaskState.Failed || task.state() == TaskState.Aborted;
    return ended && (task.quiesced() == Truth.True || task.quarantine() != null);
  }

  /**
   * A living agent answers for its engine; of a dead one, the snapshot tells. A lost snapshot
   * proves the engine's death whoever lives, but the answer that it had committed before may be on
   * its way.
   */
  private static Optional<String> abandoned(JobObservation seen, TaskView task) {
    var job = seen.job();
    var target = seen.target();
    if (target != null && target.claimedBy(job)) {
      boolean late = seen.timers().sinceTarget().compareTo(ANSWER_LIMIT) > 0;
      return target.phase().gone() && late
          ? Optional.of(
              "KVSnapshot \"%s\" (spec.target) is %s and node \"%s\" has acknowledged no commit."
                  .formatted(job.target(), target.phase(), task.node()))
          : Optional.empty();
    }
    var agent = seen.agents().get(task.node());
    boolean dead = agent == null || agent.givenUp();
    return dead
        ? Optional.of(
            "KVSnapshot \"%s\" (spec.target) is gone, and so is the agent of node \"%s\"."
                .formatted(job.target(), task.node()))
        : Optional.empty();
  }

  private static JobDecision lost(String message) {
    return new JobDecision.Fail(
        Reason.ActivationLost,
        "The target engine died after the decision to commit: %s Reserve pages anew and create another job."
            .formatted(message));
  }
}
