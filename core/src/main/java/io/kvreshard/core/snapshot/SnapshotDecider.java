package io.kvreshard.core.snapshot;

import java.util.List;
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
    var next = new SnapshotRecord(phase(seen, claim), processes(seen), claim, readers);
    return new SnapshotDecision(next, SnapshotFindings.of(seen, next.phase()));
  }

  private static @Nullable ClaimView claim(SnapshotObservation seen) {
    var claim = seen.recorded().claim();
    return claim != null && seen.busyJobs().contains(claim.jobUid()) ? claim : null;
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
    if (!seen.replaced().isEmpty()) {
      return SnapshotPhase.Lost;
    }
    return switch (before) {
      case Pending -> usable(seen) ? first(seen.origin(), claim) : SnapshotPhase.Pending;
      case Reserved, Filling -> reservation(claim);
      case Ready, Quarantined, Lost, Released -> before;
    };
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
