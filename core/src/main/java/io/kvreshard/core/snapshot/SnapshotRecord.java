package io.kvreshard.core.snapshot;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the snapshot's status says already.
 *
 * @param processes those bound last; empty before the first time
 * @param claim of a target
 * @param readers uids of jobs that read it
 */
public record SnapshotRecord(
    SnapshotPhase phase,
    List<BoundProcess> processes,
    @Nullable ClaimView claim,
    SortedSet<String> readers) {
  public SnapshotRecord {
    processes = List.copyOf(processes);
    readers = new TreeSet<>(readers);
  }

  /** Of a snapshot without status. */
  public static SnapshotRecord fresh() {
    return new SnapshotRecord(SnapshotPhase.Pending, List.of(), null, new TreeSet<>());
  }
}
