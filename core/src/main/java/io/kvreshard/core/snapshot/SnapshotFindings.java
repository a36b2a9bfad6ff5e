package io.kvreshard.core.snapshot;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The conditions of a KVSnapshot. */
public final class SnapshotFindings {
  /** The condition that keeps what a person vouched for. */
  public static final String PARDONED = "QuarantineReleased";

  /** As many quarantines are told one by one. */
  private static final int TOLD = 3;

  private SnapshotFindings() {}

  static List<Finding> of(SnapshotObservation seen, SnapshotRecord next) {
    var phase = next.shown();
    var valid = valid(seen.documents());
    var bound = bound(seen, phase);
    boolean stalled =
        phase.gone() || phase == SnapshotPhase.Quarantined || valid.truth() == Truth.False;
    boolean ready = !stalled && valid.truth() == Truth.True && bound.truth() == Truth.True;
    boolean sound = valid.truth() == Truth.True;
    var why = sound ? bound : valid;
    var reason = ready || (stalled && sound) ? phase.name() : why.reason();
    boolean kept = phase == SnapshotPhase.Released || phase == SnapshotPhase.Quarantined;
    var message = ready || (sound && kept) ? sentence(next) : why.message();
    var findings =
        new ArrayList<>(
            List.of(
                valid,
                bound,
                new Finding("Ready", Truth.of(ready), reason, message),
                new Finding("Reconciling", Truth.of(!ready && !stalled), reason, message),
                new Finding("Stalled", Truth.of(stalled), reason, message)));
    if (!next.pardon().isEmpty()) {
      findings.add(new Finding(PARDONED, Truth.True, "ByPerson", next.pardon()));
    }
    return findings;
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
    if (!seen.replaced().isEmpty()) {
      return "Other processes now answer for %s: what the former ones held is gone."
          .formatted(sorted(seen.replaced()));
    }
    return seen.down().isEmpty()
        ? "The processes that held the pages have gone."
        : "The machines of nodes %s do not run any more, and what their processes held is gone."
            .formatted(sorted(seen.down()));
  }

  private static String sorted(Set<String> names) {
    return names.stream().sorted().collect(Collectors.joining(", "));
  }

  private static String quarantine(List<QuarantineRecord> records) {
    var told =
        records.stream()
            .limit(TOLD)
            .map(
                it ->
                    "Node \"%s\" may still touch the pages for operation %s: %s"
                        .formatted(it.node(), it.operation(), it.message()))
            .collect(Collectors.joining(" "));
    int more = records.size() - TOLD;
    return told
        + (more > 0 ? " %d more are in status.quarantine.".formatted(more) : "")
        + " It ends with the proof, or with the engine; or a person vouches: kvreshard quarantine release.";
  }

  private static String sentence(SnapshotRecord next) {
    return switch (next.shown()) {
      case Pending -> "Not yet found to be valid and live.";
      case Reserved -> "Reserved pages, free to be the target of a job.";
      case Filling -> "A job fills the reserved pages.";
      case Ready -> "The pages hold the snapshot's content.";
      case Quarantined -> quarantine(next.quarantine());
      case Lost -> "The processes that held the pages have gone.";
      case Released -> "Its last reader is done with it: the engine may drop the pages.";
    };
  }
}
