package io.kvreshard.agent.runtime;

import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.util.Optional;

/**
 * Hears what engine processes do by themselves, on virtual threads of their sessions. Calls about
 * one process ({@code joined} first, then {@code capacity}) come one after the other, and so do
 * those about one snapshot of it; others come meanwhile. A call may block; when the session ends
 * meanwhile, its thread is interrupted so that {@code left} comes soon: last, and alone.
 */
public interface RuntimeListener {

  /** A process has a session. */
  default void joined(RuntimeIdentity who) {}

  /**
   * The session has ended and with it the process; for a group's member, also the group's epoch on
   * this node: {@code left} comes for all its other processes here, too.
   *
   * @param reason a sentence
   */
  default void left(RuntimeIdentity who, String reason) {}

  /**
   * A coordinator offers a snapshot or a reservation. The same offer comes again after a reconnect.
   *
   * @return why not, naming document, field and rule; empty: accepted. The first refusal of all
   *     listeners counts.
   */
  default Optional<String> offered(RuntimeIdentity who, SnapshotOffer offer)
      throws InterruptedException {
    return Optional.empty();
  }

  /** A coordinator takes an offer back. */
  default void withdrawn(RuntimeIdentity who, String snapshotName) {}

  /** A coordinator tells how many tokens it could still take. */
  default void capacity(RuntimeIdentity who, long freeTokens) {}
}
