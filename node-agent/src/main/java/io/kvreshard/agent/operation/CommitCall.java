package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.transfer.JobDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decision, brought to the target's engine where its coordinator is on this node. It may be
 * asked again until the engine has answered or is dead (DESIGN §5.6).
 */
final class CommitCall {
  private static final Logger LOG = LoggerFactory.getLogger(CommitCall.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final TaskContext task;

  CommitCall(TaskContext task) {
    this.task = task;
  }

  /**
   * Asks once.
   *
   * @return false if it must be asked again
   * @throws FailedException RuntimeGone if the activation is lost; PlanMismatch if the decision is
   *     about something else than what this node has moved
   */
  boolean run(EngineRelease.Absence absence) throws FailedException, InterruptedException {
    Roster roster = task.roster();
    if (!roster.coordinates(Side.TARGET)) {
      return true;
    }
    String digest = digest();
    Optional<CoordinatorSession> session =
        task.services().runtimes().coordinator(roster.engine(Side.TARGET));
    if (session.isEmpty()) {
      if (absence == EngineRelease.Absence.NOT_YET) {
        return false;
      }
      throw lost("engine %s has no session any more".formatted(roster.engine(Side.TARGET)));
    }
    try {
      session
          .get()
          .commit(task.id().toString(), roster.side(Side.TARGET).snapshot(), digest, LIMIT);
      return true;
    } catch (RuntimeFailure.Gone e) {
      if (absence == EngineRelease.Absence.NOT_YET) {
        return false;
      }
      throw lost(String.valueOf(e.getMessage()));
    } catch (RuntimeFailure e) {
      LOG.error(
          "Operation {}: {} does not commit, it will be asked again: {}",
          task.id(),
          session.get().identity(),
          e.getMessage());
      return false;
    }
  }

  private String digest() throws FailedException {
    String decided = task.jobDigest().get().orElse("");
    Map<String, String> transfers = task.report().transfers();
    if (decided.isEmpty() || transfers.isEmpty()) {
      throw new FailedException(
          FailureReason.PlanMismatch,
          "spec.command is Commit, but spec.jobDigest is '%s' and this node has transfer digests of groups %s"
              .formatted(decided, transfers.keySet()));
    }
    String mine = JobDigest.of(task.id(), transfers);
    if (!mine.equals(decided)) {
      throw new FailedException(
          FailureReason.PlanMismatch,
          "spec.jobDigest is %s, what this node has moved is %s".formatted(decided, mine));
    }
    return decided;
  }

  private static FailedException lost(String why) {
    return new FailedException(
        FailureReason.RuntimeGone, "the commit was decided, but the activation is lost: " + why);
  }
}
