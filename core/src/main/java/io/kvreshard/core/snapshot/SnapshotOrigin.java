package io.kvreshard.core.snapshot;

/** How a snapshot of a live engine began. */
public enum SnapshotOrigin {
  Exported,
  Reserved
}
