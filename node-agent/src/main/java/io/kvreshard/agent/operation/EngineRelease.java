package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.core.paged.Side;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
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

  /** The job does not wait for longer either. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private static final Duration LATE_AGAIN = Duration.ofHours(1);

  private final String operation;
  private final Roster roster;
  private final Runtimes runtimes;
  private final Unbinding unbinding;
  private final OwedReleases owed;
  private final NanoClock clock;
  private final Set<Side> released = EnumSet.noneOf(Side.class);
  private final Map<Side, Long> lateNanos = new EnumMap<>(Side.class);

  EngineRelease(
      String operation, Roster roster, Runtimes runtimes, OwedReleases owed, NanoClock clock) {
    this.operation = operation;
    this.roster = roster;
    this.runtimes = runtimes;
    this.owed = owed;
    this.clock = clock;
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
    boolean over =
        switch (Presence.of(side, roster, runtimes)) {
          case Presence.Present(var session) -> release(side, session, keep);
          case Presence.Absent _ -> absence == Absence.GONE;
          case Presence.Replaced _ -> true;
        };
    if (over) {
      released.add(side);
      owed.clear(operation, side);
    }
    return over;
  }

  private boolean release(Side side, CoordinatorSession session, Keep keep)
      throws InterruptedException {
    try {
      session.release(operation, roster.side(side).snapshot(), keep, LIMIT);
    } catch (RuntimeFailure.Gone e) {
      LOG.debug("Operation {}: {}", operation, e.getMessage());
    } catch (RuntimeFailure e) {
      owed.put(operation, side, session.identity());
      complain(side, session, e);
      return false;
    }
    return true;
  }

  /** At first, when the job has ceased to wait, and then seldom: it is asked every few seconds. */
  private void complain(Side side, CoordinatorSession session, RuntimeFailure why) {
    Long late = lateNanos.get(side);
    if (late == null) {
      lateNanos.put(side, clock.nanos() + LATE.toNanos());
      LOG.warn(
          "Operation {}: Release of the {}: {}", operation, Sides.word(side), why.getMessage());
    } else if (clock.nanos() - late >= 0) {
      lateNanos.put(side, clock.nanos() + LATE_AGAIN.toNanos());
      LOG.error(
          "Operation {}: {} does not acknowledge that its pages for KVSnapshot {} are released, and is asked again until it does or ends: {}",
          operation,
          session.identity(),
          roster.side(side).snapshot(),
          why.getMessage());
    }
  }
}
