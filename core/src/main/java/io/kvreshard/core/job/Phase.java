package io.kvreshard.core.job;

/** Where a job is in its life (DESIGN §4). */
public enum Phase {
  /** Resolving, claiming, planning, or waiting for the next attempt. */
  Pending,
  /** An attempt runs, or is drained after its abort. */
  Running,
  /** Past the point of no return. */
  Committing,
  Succeeded,
  Failed;

  public boolean finished() {
    return this == Succeeded || this == Failed;
  }
}
