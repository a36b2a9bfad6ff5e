package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.core.paged.Side;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the engine processes of this node that an operation is over: Unbind to its participants
 * when this node does nothing more, Release to its coordinators when no node does. What was
 * answered is not asked again.
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
  private final Unbinding unbinding;
  private final Set<Side> released = EnumSet.noneOf(Side.class);

  EngineRelease(String operation, Roster roster, Runtimes runtimes) {
    this.operation = operation;
    this.roster = roster;
    this.runtimes = runtimes;
    this.unbinding = new Unbinding(operation, roster.here(), runtimes);
  }

  /** Tells the participants. */
  Unbinding unbinding() {
    return unbinding;
  }

  /**
   * Asks all coordinators that have not answered yet.
   *
   * @param keepSource what becomes of the source's snapshot
   * @return true if all have answered or are gone
   */
  boolean release(Keep keepSource, Absence absence) throws InterruptedException {
    boolean over = true;
    for (Side side : Side.values()) {
      if (roster.coordinates(side)) {
        over &= release(side, side == Side.SOURCE ? keepSource : Keep.SNAPSHOT, absence);
      }
    }
    return over;
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
