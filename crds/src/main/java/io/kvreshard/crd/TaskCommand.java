package io.kvreshard.crd;

/** Only Run to Commit or Run to Abort. */
public enum TaskCommand {
  Run,
  Commit,
  Abort
}
