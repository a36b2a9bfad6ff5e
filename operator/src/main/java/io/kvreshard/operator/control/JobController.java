package io.kvreshard.operator.control;

import io.kvreshard.core.job.Decider;
import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobNodes;
import io.kvreshard.core.job.JobObservation;
import io.kvreshard.core.job.Phase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.telemetry.JobLog;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.operator.act.JobActions;
import io.kvreshard.operator.observe.JobObserver;
import io.kvreshard.operator.observe.JobSight;
import io.kvreshard.operator.observe.TurnPlane;
import io.kvreshard.operator.queue.Line;
import io.kvreshard.operator.queue.Member;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a job as far as it goes: observe, decide, act, again. */
public final class JobController {
  private static final Logger LOG = LoggerFactory.getLogger(JobController.class);

  /** More steps in a row than any job needs; then others get their turn. */
  private static final int STEPS = 40;

  /** So often in a turn somebody else may be faster; then there is a pause. */
  private static final int CONFLICTS = 3;

  private static final Duration SOON = Duration.ofMillis(200);

  private final TurnPlane turns;
  private final JobObserver observer;
  private final Line line;
  private final JobActions actions;
  private final HistorySweep history;
  private final InstantSource clock;
  private final JobListener listener;

  /**
   * A controller.
   *
   * @param turns what observer and actions read and write
   * @param line where jobs wait for room
   * @param history hears of jobs that have ended
   * @param clock agrees with the API server's, for the deadlines that people gave
   */
  JobController(
      TurnPlane turns,
      JobObserver observer,
      Line line,
      JobActions actions,
      HistorySweep history,
      InstantSource clock,
      JobListener listener) {
    this.turns = turns;
    this.observer = observer;
    this.line = line;
    this.actions = actions;
    this.history = history;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Takes all steps that can be taken now.
   *
   * @return when to look again even if nothing is heard of the job; empty: never
   */
  public Optional<Duration> reconcile(String namespace, String name) {
    JobLog.mark(namespace, name);
    try (var _ = turns.begin()) {
      int conflicts = 0;
      for (int i = 0; i < STEPS && conflicts <= CONFLICTS; i++) {
        var began = clock.instant();
        var sight = observer.observe(namespace, name);
        if (sight.isEmpty()) {
          line.leave(new Member(namespace, name));
          return Optional.empty();
        }
        var decision = decide(sight.get());
        if (turns.supposes() && !(decision instanceof JobDecision.Claim)) {
          // Only the API server refuses what follows from old news, and only if it is written upon.
          turns.doubt();
          continue;
        }
        try {
          step(sight.get(), decision, began);
        } catch (ConflictException e) {
          LOG.debug("Somebody else was faster: {}", e.getMessage());
          conflicts++;
          continue;
        }
        switch (decision) {
          case JobDecision.Done _ -> {
            ended(sight.get());
            return Optional.empty();
          }
          case JobDecision.Sleep sleep -> {
            ended(sight.get());
            return Optional.of(sleep.recheckAfter());
          }
          case JobDecision.Wait wait -> {
            return Optional.of(wait.recheckAfter());
          }
          case JobDecision.Queue queue -> {
            return Optional.of(queue.recheckAfter());
          }
          default -> {
            // The step is taken; the next one depends on what is there now.
          }
        }
      }
      return Optional.of(SOON);
    } finally {
      JobLog.clear();
    }
  }

  /** Only a job that could start at once asks for a place, and only then it can have one. */
  private JobDecision decide(JobSight sight) {
    var seen = sight.seen();
    var now = clock.instant();
    var member = Member.of(sight.job());
    var decision = Decider.decide(seen, now);
    if (decision instanceof JobDecision.AskPlace(var nodes)) {
      return Decider.decide(seen.at(line.ask(member, seen.job(), nodes)), now);
    }
    if (!turns.supposes()) {
      line.settle(member, seen.job(), JobNodes.held(seen));
    }
    return decision;
  }

  private void ended(JobSight sight) {
    if (sight.seen().job().recorded().ended()) {
      history.jobEnded();
    }
  }

  private void step(JobSight sight, JobDecision decision, Instant began) throws ConflictException {
    var job = sight.seen().job();
    var meta = sight.job().getMetadata();
    JobLog.mark(meta.getNamespace(), meta.getName(), job.uid(), job.recorded().attempt());
    switch (decision) {
      case JobDecision.Wait _, JobDecision.Queue _, JobDecision.Sleep _, JobDecision.Done _ ->
          LOG.debug("{}", decision);
      default -> LOG.info("{}", Brief.of(decision));
    }
    if (decision instanceof JobDecision.CreateTasks(var plan)) {
      observer.tasks().making(job, JobNodes.of(sight.seen(), plan));
    } else if (hasAllTasks(sight.seen(), decision)) {
      observer.tasks().complete(job);
    }
    var step = DecisionSteps.of(decision);
    step.ifPresent(it -> Failpoints.before(it, Failpoints::unreachable));
    actions.apply(sight, decision);
    step.ifPresent(it -> Failpoints.after(it, Failpoints::unreachable));
    switch (decision) {
      case JobDecision.StartAttempt(var attempt, _, _) ->
          observer.tasks().started(job.uid(), attempt);
      case JobDecision.CreateTasks _ -> observer.tasks().made(job);
      default -> {
        // Whether there are tasks has not changed, or is seen.
      }
    }
    listener.took(new JobStep(job, sight.job(), decision, began, clock.instant()));
  }

  /** Who waits for the tasks of an attempt, or decides by them, has seen that none is missing. */
  private static boolean hasAllTasks(JobObservation seen, JobDecision decision) {
    var recorded = seen.job().recorded();
    boolean looksAtTasks =
        decision instanceof JobDecision.Wait || decision instanceof JobDecision.DecideCommit;
    return looksAtTasks
        && recorded.phase() == Phase.Running
        && !seen.tasks().isEmpty()
        && seen.tasks().stream().allMatch(task -> task.attempt() == recorded.attempt());
  }
}
