package io.kvreshard.core.job;

/** How far a task is. */
public enum TaskState {
  Accepted,
  Running,
  /** All work of this node is done. */
  Landed,
  /** Also: the target engine has accepted the content. */
  Validated,
  Committed,
  Aborted,
  Failed
}
