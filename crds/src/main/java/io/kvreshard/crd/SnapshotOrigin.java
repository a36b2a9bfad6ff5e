package io.kvreshard.crd;

/** How a snapshot of a live engine began. */
public enum SnapshotOrigin {
  Exported,
  Reserved
}
