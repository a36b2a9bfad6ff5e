package io.kvreshard.core.job;

/** Where a job is in its life (DESIGN §4). */
public enum Phase {
  /** Resolving, claiming, planning, suspended, or waiting for the next attempt. */
  Pending,
  /** It could start if there was room. */
  Queued,
  /** An attempt runs, or is drained after its abort. */
  Running,
  /** Past the point of no return. */
  Committing,
  Succeeded,
  Failed,
  /** Ended because its author wanted it to. */
  Cancelled;

  public boolean finished() {
    return this == Succeeded || this == Failed || this == Cancelled;
  }
}
