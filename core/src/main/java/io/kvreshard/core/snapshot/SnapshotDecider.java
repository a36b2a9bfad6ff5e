package io.kvreshard.core.snapshot;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a snapshot's status says (DESIGN §4). The phase is memory: once reserved, filling or
 * ready, a snapshot stays so while its engine is only out of sight, and condition Bound says that.
 */
public final class SnapshotDecider {
  private SnapshotDecider() {}

  /** The same observation gives the same decision; applying it changes nothing more. */
  public static SnapshotDecision decide(SnapshotObservation seen) {
    var recorded = seen.recorded();
    var claim = claim(seen);
    var readers = new TreeSet<>(recorded.readers());
    readers.retainAll(seen.busyJobs());
    var phase = phase(seen, claim);
    var next =
        new SnapshotRecord(
            phase,
            processes(seen),
            recorded.contents(),
            claim,
            readers,
            quarantine(seen, phase),
            recorded.pardon());
    return new SnapshotDecision(next, SnapshotFindings.of(seen, next));
  }

  private static @Nullable ClaimView claim(SnapshotObservation seen) {
    var claim = seen.recorded().claim();
    return claim != null && seen.busyJobs().contains(claim.jobUid()) ? claim : null;
  }

  /** Whoever owes the proof has given it; of pages that are gone nobody asks for it. */
  private static List<QuarantineRecord> quarantine(SnapshotObservation seen, SnapshotPhase phase) {
    return phase.gone()
        ? List.of()
        : seen.recorded().quarantine().stream().filter(record -> !proven(seen, record)).toList();
  }

  private static boolean proven(SnapshotObservation seen, QuarantineRecord record) {
    var evidence = seen.evidence().get(record);
    return seen.down().contains(record.node())
        || (evidence != null && evidence.proves(record.reason()));
  }

  private static List<BoundProcess> processes(SnapshotObservation seen) {
    var recorded = seen.recorded().processes();
    return switch (seen.binding()) {
      case Binding.Bound bound when recorded.isEmpty() -> bound.processes();
      case Binding.Bound _, Binding.Unbound _ -> recorded;
    };
  }

  private static SnapshotPhase phase(SnapshotObservation seen, @Nullable ClaimView claim) {
    var before = seen.recorded().phase();
    if (before.gone()) {
      return before;
    }
    if (!seen.replaced().isEmpty() || hadProcessOn(seen.recorded(), seen.down())) {
      return SnapshotPhase.Lost;
    }
    return switch (before) {
      case Pending -> usable(seen) ? first(seen.origin(), claim) : SnapshotPhase.Pending;
      case Reserved, Filling -> reservation(claim);
      case Ready, Quarantined, Lost, Released -> before;
    };
  }

  private static boolean hadProcessOn(SnapshotRecord recorded, Set<String> down) {
    return recorded.processes().stream().anyMatch(process -> down.contains(process.node()));
  }

  private static boolean usable(SnapshotObservation seen) {
    return seen.documents() instanceof Documents.Valid && seen.binding() instanceof Binding.Bound;
  }

  private static SnapshotPhase first(SnapshotOrigin origin, @Nullable ClaimView claim) {
    return switch (origin) {
      case Exported -> SnapshotPhase.Ready;
      case Reserved -> reservation(claim);
    };
  }

  private static SnapshotPhase reservation(@Nullable ClaimView claim) {
    return claim == null ? SnapshotPhase.Reserved : SnapshotPhase.Filling;
  }
}
