package io.kvreshard.core.snapshot;

import io.kvreshard.core.status.Finding;
import java.util.List;

/**
 * What the snapshot's status should say.
 *
 * @param record phase, processes, claim and readers
 * @param findings Valid, Bound, Ready, Reconciling, Stalled
 */
public record SnapshotDecision(SnapshotRecord record, List<Finding> findings) {
  public SnapshotDecision {
    findings = List.copyOf(findings);
  }
}
