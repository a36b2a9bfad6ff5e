package io.kvreshard.crd;

/**
 * How far a task is. Landed: all of this node is done. Validated: the target engine has accepted
 * the content.
 */
public enum TaskState {
  Accepted,
  Running,
  Landed,
  Validated,
  Committed,
  Aborted,
  Failed
}
