package io.kvreshard.core.snapshot;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
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

  /** Whether condition Ready is true: it is valid and bound, and nothing is wrong with it. */
  public boolean ready() {
    return findings.stream()
        .anyMatch(finding -> finding.type().equals("Ready") && finding.truth() == Truth.True);
  }
}
