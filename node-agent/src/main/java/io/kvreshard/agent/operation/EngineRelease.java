package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.BoundParticipant;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the engine processes of this node that an operation is over: Unbind to its participants,
 * Release to its coordinators. What was answered is not asked again.
 */
final class EngineRelease {
  /** What it means that a process has no session. */
  enum Absence {
    /** The session has ended, and so has the process. */
    GONE,
    /** This agent has just started: the process may still come back. */
    NOT_YET
  }

  private static final Logger LOG = LoggerFactory.getLogger(EngineRelease.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final String operation;
  private final Roster roster;
  private final Runtimes runtimes;
  private final Set<String> unbound = new HashSet<>();
  private final Set<Side> released = EnumSet.noneOf(Side.class);

  EngineRelease(String operation, Roster roster, Runtimes runtimes) {
    this.operation = operation;
    this.roster = roster;
    this.runtimes = runtimes;
  }

  /**
   * Asks all that have not answered yet.
   *
   * @param keepSource what becomes of the source's snapshot
   * @return true if all have answered or are gone
   */
  boolean run(Keep keepSource, Absence absence) throws InterruptedException {
    boolean over = true;
    for (Side side : Side.values()) {
      for (BoundParticipant participant : roster.side(side).participants()) {
        if (participant.node().equals(roster.self())) {
          over &= unbind(participant, absence);
        }
      }
    }
    for (Side side : Side.values()) {
      if (roster.coordinates(side)) {
        over &= release(side, side == Side.SOURCE ? keepSource : Keep.SNAPSHOT, absence);
      }
    }
    return over;
  }

  private boolean unbind(BoundParticipant participant, Absence absence)
      throws InterruptedException {
    if (unbound.contains(participant.instanceId())) {
      return true;
    }
    Optional<ParticipantSession> session = runtimes.participant(participant.instanceId());
    if (session.isEmpty()) {
      return absence == Absence.GONE;
    }
    try {
      session.get().unbind(operation, LIMIT);
    } catch (RuntimeFailure.Gone e) {
      LOG.debug("Operation {}: {}", operation, e.getMessage());
    } catch (RuntimeFailure e) {
      LOG.warn("Operation {}: Unbind of {}: {}", operation, participant.id(), e.getMessage());
      return false;
    }
    unbound.add(participant.instanceId());
    return true;
  }

  private boolean release(Side side, Keep keep, Absence absence) throws InterruptedException {
    if (released.contains(side)) {
      return true;
    }
    return switch (Presence.of(side, roster, runtimes)) {
      case Presence.Present(var session) -> release(side, session, keep);
      case Presence.Absent _ -> absence == Absence.GONE;
      case Presence.Replaced _ -> true;
    };
  }

  private boolean release(Side side, CoordinatorSession session, Keep keep)
      throws InterruptedException {
    try {
      session.release(operation, roster.side(side).snapshot(), keep, LIMIT);
    } catch (RuntimeFailure.Gone e) {
      LOG.debug("Operation {}: {}", operation, e.getMessage());
    } catch (RuntimeFailure e) {
      LOG.warn("Operation {}: Release of the {}: {}", operation, Sides.word(side), e.getMessage());
      return false;
    }
    released.add(side);
    return true;
  }
}
