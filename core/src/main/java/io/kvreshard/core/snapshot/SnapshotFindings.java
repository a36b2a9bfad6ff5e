package io.kvreshard.core.snapshot;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.util.List;

/** The conditions of a KVSnapshot. */
final class SnapshotFindings {
  private SnapshotFindings() {}

  static List<Finding> of(SnapshotObservation seen, SnapshotPhase phase) {
    var valid = valid(seen.documents());
    var bound = bound(seen, phase);
    boolean stalled =
        phase.gone() || phase == SnapshotPhase.Quarantined || valid.truth() == Truth.False;
    boolean ready = !stalled && valid.truth() == Truth.True && bound.truth() == Truth.True;
    boolean sound = valid.truth() == Truth.True;
    var why = sound ? bound : valid;
    var reason = ready || (stalled && sound) ? phase.name() : why.reason();
    boolean released = sound && phase == SnapshotPhase.Released;
    var message = ready || released ? sentence(phase) : why.message();
    return List.of(
        valid,
        bound,
        new Finding("Ready", Truth.of(ready), reason, message),
        new Finding("Reconciling", Truth.of(!ready && !stalled), reason, message),
        new Finding("Stalled", Truth.of(stalled), reason, message));
  }

  private static Finding valid(Documents documents) {
    return switch (documents) {
      case Documents.Valid _ ->
          new Finding("Valid", Truth.True, "Valid", "All documents keep the contract's rules.");
      case Documents.Invalid invalid ->
          new Finding("Valid", Truth.False, "InvalidSnapshot", invalid.message());
      case Documents.Missing missing ->
          new Finding("Valid", Truth.Unknown, "PlacementMissing", missing.message());
    };
  }

  private static Finding bound(SnapshotObservation seen, SnapshotPhase phase) {
    if (phase == SnapshotPhase.Lost) {
      return new Finding("Bound", Truth.False, "Lost", lost(seen));
    }
    if (phase == SnapshotPhase.Quarantined) {
      return new Finding("Bound", Truth.False, "Quarantined", sentence(phase));
    }
    return switch (seen.binding()) {
      case Binding.Bound bound ->
          new Finding(
              "Bound",
              Truth.True,
              "Bound",
              "%d live processes, coordinator on node \"%s\"."
                  .formatted(bound.processes().size(), bound.coordinator().node()));
      case Binding.Unbound unbound ->
          new Finding("Bound", Truth.False, "RuntimeMissing", unbound.message());
    };
  }

  private static String lost(SnapshotObservation seen) {
    return seen.replaced().isEmpty()
        ? sentence(SnapshotPhase.Lost)
        : "Other processes now answer for %s: what the former ones held is gone."
            .formatted(String.join(", ", seen.replaced().stream().sorted().toList()));
  }

  private static String sentence(SnapshotPhase phase) {
    return switch (phase) {
      case Pending -> "Not yet found to be valid and live.";
      case Reserved -> "Reserved pages, free to be the target of a job.";
      case Filling -> "A job fills the reserved pages.";
      case Ready -> "The pages hold the snapshot's content.";
      case Quarantined ->
          "A node was lost in mid-transfer and may still touch the pages: restart the engine or remove the node.";
      case Lost -> "The processes that held the pages have gone.";
      case Released -> "Its last reader is done with it: the engine may drop the pages.";
    };
  }
}
