package io.kvreshard.agent.operation;

import io.kvreshard.agent.quarantine.NoisyOperation.Participant;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.Runtimes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells participants that an operation is over. Their answer, or their end, proves that they do
 * nothing for it any more. What was answered is not asked again.
 */
final class Unbinding {
  private static final Logger LOG = LoggerFactory.getLogger(Unbinding.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final String operation;
  private final List<Participant> participants;
  private final Runtimes runtimes;
  private final Set<String> over = new HashSet<>();

  Unbinding(String operation, List<Participant> participants, Runtimes runtimes) {
    this.operation = operation;
    this.participants = List.copyOf(participants);
    this.runtimes = runtimes;
  }

  /** All of them. */
  List<Participant> participants() {
    return participants;
  }

  /**
   * Asks all that have not answered yet.
   *
   * @return who owes the proof, and what; empty: nobody
   */
  Optional<String> run(EngineRelease.Absence absence) throws InterruptedException {
    Optional<String> first = Optional.empty();
    for (Participant participant : participants) {
      Optional<String> owed = ask(participant, absence);
      first = first.isPresent() ? first : owed;
    }
    return first;
  }

  private Optional<String> ask(Participant participant, EngineRelease.Absence absence)
      throws InterruptedException {
    if (over.contains(participant.instanceId())) {
      return Optional.empty();
    }
    Optional<ParticipantSession> session = runtimes.participant(participant.instanceId());
    if (session.isEmpty()) {
      return switch (absence) {
        case GONE -> Optional.empty();
        case NOT_YET ->
            owed(participant, "has no session yet with the agent that has started again");
      };
    }
    try {
      session.get().unbind(operation, LIMIT);
    } catch (RuntimeFailure.Gone e) {
      LOG.debug("Operation {}: {}", operation, e.getMessage());
    } catch (RuntimeFailure e) {
      LOG.warn("Operation {}: Unbind of {}: {}", operation, participant.id(), e.getMessage());
      return owed(participant, "does not end the operation: " + e.getMessage());
    }
    over.add(participant.instanceId());
    return Optional.empty();
  }

  private static Optional<String> owed(Participant participant, String what) {
    return Optional.of(
        "participant %s (instance %s) %s"
            .formatted(participant.id(), participant.instanceId(), what));
  }
}
