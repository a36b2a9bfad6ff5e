package io.kvreshard.crd;

/** Commit is the point of no return. */
public enum Verdict {
  Commit,
  Abort
}
