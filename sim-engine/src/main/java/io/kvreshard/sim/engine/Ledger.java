package io.kvreshard.sim.engine;

import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.sim.link.Refusal;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which operations hold an engine's one snapshot. What an operation holds ends only by its Release;
 * a lost session changes nothing. Not thread-safe.
 */
final class Ledger {
  private final Set<OperationId> pins = new LinkedHashSet<>();
  private Content content = Content.KEPT;
  private Reservation reservation = new Free();

  /** The life of a snapshot that is read. */
  private enum Content {
    KEPT,
    /** It goes with the last operation that reads it; no other may begin. */
    LEAVING,
    DROPPED
  }

  /** The life of reserved pages. */
  private sealed interface Reservation {}

  private record Free() implements Reservation {}

  private record Bound(OperationId by) implements Reservation {}

  private record Active(OperationId by, String jobDigest) implements Reservation {}

  /** The source's pages stay as they are until the release. */
  void pin(OperationId operation) throws Refusal {
    if (content != Content.KEPT && !pins.contains(operation)) {
      throw Refusal.refused("the snapshot was dropped");
    }
    pins.add(operation);
  }

  /**
   * The reservation belongs to the operation.
   *
   * @return whether it belongs to it only now: the pages must be emptied
   */
  boolean bind(OperationId operation) throws Refusal {
    switch (reservation) {
      case Free() -> {}
      case Bound(OperationId by) -> {
        if (by.equals(operation)) {
          return false;
        }
        if (!by.jobUid().equals(operation.jobUid()) || by.attempt() > operation.attempt()) {
          throw Refusal.refused("the reservation belongs to operation " + by);
        }
      }
      case Active(OperationId by, String _) -> {
        if (by.equals(operation)) {
          return false;
        }
        throw Refusal.refused("the pages hold the active cache of operation " + by);
      }
    }
    reservation = new Bound(operation);
    return true;
  }

  /** Fails unless the operation reads the snapshot. */
  void checkPinned(OperationId operation) throws Refusal {
    if (!pins.contains(operation)) {
      throw Refusal.refused("the operation has not pinned the snapshot; " + describe());
    }
  }

  /** Fails unless the operation has the reservation. */
  void checkBound(OperationId operation) throws Refusal {
    boolean bound =
        switch (reservation) {
          case Free() -> false;
          case Bound(OperationId by) -> by.equals(operation);
          case Active(OperationId by, String _) -> by.equals(operation);
        };
    if (!bound) {
      throw Refusal.refused("the operation does not have the reservation; " + describe());
    }
  }

  /** Activates what the operation has put in the pages. */
  void commit(OperationId operation, String jobDigest) throws Refusal {
    switch (reservation) {
      case Bound(OperationId by) when by.equals(operation) ->
          reservation = new Active(operation, jobDigest);
      case Active(OperationId by, String digest)
          when by.equals(operation) && digest.equals(jobDigest) -> {}
      case Free(), Bound(_), Active(_, _) ->
          throw Refusal.failed("there is nothing to commit: " + describe());
    }
  }

  /**
   * The operation is over. Of an unknown one: nothing.
   *
   * @param drop nobody else is to read the snapshot; those who do so already may come to their end
   * @return whether the snapshot is dropped by it
   */
  boolean release(OperationId operation, boolean drop) {
    if (pins.remove(operation) && drop && content == Content.KEPT) {
      content = Content.LEAVING;
    }
    boolean drops = content == Content.LEAVING && pins.isEmpty();
    if (drops) {
      content = Content.DROPPED;
    }
    if (reservation instanceof Bound(OperationId by) && by.equals(operation)) {
      reservation = new Free();
    }
    return drops;
  }

  boolean dropped() {
    return content == Content.DROPPED;
  }

  /** The epoch ended. */
  void reset() {
    pins.clear();
    if (content == Content.LEAVING) {
      content = Content.DROPPED;
    }
    reservation = new Free();
  }

  /** The engine began anew: the snapshot is there again, and nobody holds anything. */
  void renew() {
    pins.clear();
    content = Content.KEPT;
    reservation = new Free();
  }

  /** For people. */
  String describe() {
    return switch (reservation) {
      case Free() -> pins.isEmpty() ? "free" : "pinned by " + pins;
      case Bound(OperationId by) -> "bound by " + by;
      case Active(OperationId by, String digest) -> "active by " + by + " as " + digest;
    };
  }
}
