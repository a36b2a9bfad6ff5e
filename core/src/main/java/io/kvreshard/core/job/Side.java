package io.kvreshard.core.job;

/** One end of a move. */
public enum Side {
  Source,
  Target
}
