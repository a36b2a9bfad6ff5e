package io.kvreshard.crd;

/** Where a job is in its life. */
public enum JobPhase {
  Pending,
  Queued,
  Running,
  Committing,
  Succeeded,
  Failed,
  Cancelled
}
