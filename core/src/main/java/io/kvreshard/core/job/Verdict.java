package io.kvreshard.core.job;

/** The fate of an attempt. Commit is the point of no return. */
public enum Verdict {
  Commit,
  Abort
}
