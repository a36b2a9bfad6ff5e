package io.kvreshard.core.job;

/** What a task's agent is told: only Run to Commit or Run to Abort. */
public enum Command {
  Run,
  Commit,
  Abort
}
