package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.BoundCoordinator;
import java.util.Optional;

/**
 * Whether the coordinator that a task was made for can be asked on this node. An engine that has
 * started again has the name of its predecessor, but knows nothing of what that one had promised.
 */
sealed interface Presence {
  /** It has a session. */
  record Present(CoordinatorSession session) implements Presence {}

  /** Nobody has one for its engine. */
  record Absent(String message) implements Presence {}

  /** Another process, or another generation, answers for its engine: it never comes back. */
  record Replaced(String message) implements Presence {}

  /** Looks for the coordinator of a side, which is on this node. */
  static Presence of(Side side, Roster roster, Runtimes runtimes) {
    Optional<CoordinatorSession> session = runtimes.coordinator(roster.engine(side));
    if (session.isEmpty()) {
      return new Absent(
          "%s has no session with the agent of node %s"
              .formatted(expected(side, roster), roster.self()));
    }
    RuntimeIdentity found = session.get().identity();
    return roster.isCoordinator(side, found)
        ? new Present(session.get())
        : new Replaced(
            "%s is gone: instance %s of group epoch %s answers for the engine now"
                .formatted(
                    expected(side, roster),
                    found.instanceId(),
                    Long.toUnsignedString(found.groupEpoch())));
  }

  private static String expected(Side side, Roster roster) {
    BoundCoordinator bound = roster.side(side).coordinator();
    return "the coordinator of engine %s (instance %s of group epoch %s)"
        .formatted(roster.engine(side), bound.instanceId(), bound.groupEpoch());
  }
}
