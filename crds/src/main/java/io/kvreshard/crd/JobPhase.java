package io.kvreshard.crd;

/** Where a job is in its life. */
public enum JobPhase {
  Pending,
  Running,
  Committing,
  Succeeded,
  Failed
}
