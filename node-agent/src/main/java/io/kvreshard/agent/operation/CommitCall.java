package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.transfer.JobDigest;
import java.time.Duration;
import java.util.Map;
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
    return switch (Presence.of(Side.TARGET, roster, task.services().runtimes())) {
      case Presence.Present(var session) -> ask(session, digest, absence);
      case Presence.Absent(var message) -> absent(message, absence);
      case Presence.Replaced(var message) -> throw lost(message);
    };
  }

  private boolean ask(CoordinatorSession session, String digest, EngineRelease.Absence absence)
      throws FailedException, InterruptedException {
    try {
      session.commit(
          task.id().toString(), task.roster().side(Side.TARGET).snapshot(), digest, LIMIT);
      return true;
    } catch (RuntimeFailure.Gone e) {
      return absent(String.valueOf(e.getMessage()), absence);
    } catch (RuntimeFailure e) {
      LOG.error(
          "Operation {}: {} does not commit, it will be asked again: {}",
          task.id(),
          session.identity(),
          e.getMessage());
      return false;
    }
  }

  private static boolean absent(String why, EngineRelease.Absence absence) throws FailedException {
    return switch (absence) {
      case NOT_YET -> false;
      case GONE -> throw lost(why);
    };
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
