package io.kvreshard.crd;

/** Where a snapshot is in its life. */
public enum SnapshotPhase {
  Pending,
  Reserved,
  Filling,
  Ready,
  Quarantined,
  Lost,
  Released
}
