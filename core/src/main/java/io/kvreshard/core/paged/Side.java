package io.kvreshard.core.paged;

/** Which end of a move a binding serves. */
public enum Side {
  /** Its bytes are only read. */
  SOURCE,
  /** Its bytes are written. */
  TARGET
}
