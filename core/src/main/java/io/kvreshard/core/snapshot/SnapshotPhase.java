package io.kvreshard.core.snapshot;

/** Where a snapshot is in its life (DESIGN §4). */
public enum SnapshotPhase {
  /** Not yet found to be valid and live. */
  Pending,
  /** Reserved pages without content, free to be claimed. */
  Reserved,
  /** Reserved pages that a job has claimed. */
  Filling,
  /** Pages with content. */
  Ready,
  /** A lost node may still touch its pages: neither claimable nor releasable. */
  Quarantined,
  /** The processes that held it have gone. */
  Lost,
  /** Given back: its engine may drop it at any time. */
  Released;

  /** Whether nothing but its deletion is left for the snapshot. */
  public boolean gone() {
    return this == Lost || this == Released;
  }
}
