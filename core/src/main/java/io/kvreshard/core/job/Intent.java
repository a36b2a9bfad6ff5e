package io.kvreshard.core.job;

/** What a job's author wants of it now. */
public enum Intent {
  RUN,
  /** Hold nothing and wait; before the decision to commit only. */
  SUSPEND,
  /** Come to an end; before the decision to commit only. Never taken back. */
  CANCEL
}
