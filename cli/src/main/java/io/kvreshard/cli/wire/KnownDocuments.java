package io.kvreshard.cli.wire;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What documents offer to others: placements and snapshots by digest, and halves of moves. */
public final class KnownDocuments {
  private final Map<String, Placement> placements = new HashMap<>();
  private final Map<String, Snapshot> snapshots = new HashMap<>();
  private final ContiguousMoves moves = new ContiguousMoves();

  public void add(Placement placement) {
    placements.put(placement.digest(), placement);
  }

  public void add(Snapshot snapshot) {
    snapshots.put(snapshot.digest(), snapshot);
  }

  /** With what is in it. */
  void add(LogicalPlan plan) {
    add(plan.source());
    add(plan.target());
    if (plan.snapshot() != null) {
      add(plan.snapshot());
    }
    moves.add(plan);
  }

  ContiguousMoves moves() {
    return moves;
  }

  /** The placement that a binding's {@code placement_digest} names. */
  Placement placement(String digest) {
    return found(Optional.ofNullable(placements.get(digest)), "placement", digest);
  }

  /** The snapshot that a binding's {@code snapshot_digest} names. */
  Snapshot snapshot(String digest) {
    return found(Optional.ofNullable(snapshots.get(digest)), "snapshot", digest);
  }

  private static <T> T found(Optional<T> document, String what, String digest) {
    return document.orElseThrow(
        () ->
            new RejectedException(
                RejectionCategory.UNKNOWN_REF,
                "/" + what + "_digest",
                "no valid %s of digest %s is in the files: name the file that has it, too"
                    .formatted(what, Quoted.of(digest))));
  }
}
