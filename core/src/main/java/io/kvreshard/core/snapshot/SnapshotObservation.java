package io.kvreshard.core.snapshot;

import java.util.Set;

/**
 * Everything that the fate of a snapshot depends on.
 *
 * @param replaced participants that another process than the recorded one now answers for
 * @param busyJobs uids of jobs that exist or still have tasks; only they hold claims
 */
public record SnapshotObservation(
    SnapshotOrigin origin,
    Documents documents,
    Binding binding,
    Set<String> replaced,
    Set<String> busyJobs,
    SnapshotRecord recorded) {
  public SnapshotObservation {
    replaced = Set.copyOf(replaced);
    busyJobs = Set.copyOf(busyJobs);
  }
}
