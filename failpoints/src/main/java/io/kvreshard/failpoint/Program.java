package io.kvreshard.failpoint;

/** What a step is a step of. */
public enum Program {
  OPERATOR,
  AGENT,
  /** The process of a simulated engine that knows pages. */
  COORDINATOR,
  /** A process of a simulated engine that owns tensors. */
  WORKER
}
