package io.kvreshard.core.job;

/** What becomes of the source of a job that has succeeded. */
public enum AfterSuccess {
  /** Nothing. */
  Retain,
  /** Its engine may drop it, if nobody else reads it. */
  Release
}
