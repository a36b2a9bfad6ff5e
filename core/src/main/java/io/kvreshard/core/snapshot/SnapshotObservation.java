package io.kvreshard.core.snapshot;

import java.util.Map;
import java.util.Set;

/**
 * Everything that the fate of a snapshot depends on.
 *
 * @param replaced participants that another process than the recorded one now answers for
 * @param busyJobs uids of jobs that exist or still have tasks; only they hold claims
 * @param down nodes, of its processes or its quarantine, whose machines are proven not to run
 * @param evidence of what it is quarantined for
 */
public record SnapshotObservation(
    SnapshotOrigin origin,
    Documents documents,
    Binding binding,
    Set<String> replaced,
    Set<String> busyJobs,
    Set<String> down,
    Map<QuarantineRecord, Evidence> evidence,
    SnapshotRecord recorded) {
  public SnapshotObservation {
    replaced = Set.copyOf(replaced);
    busyJobs = Set.copyOf(busyJobs);
    down = Set.copyOf(down);
    evidence = Map.copyOf(evidence);
  }
}
