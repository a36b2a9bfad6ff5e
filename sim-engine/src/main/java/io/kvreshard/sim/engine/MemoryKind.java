package io.kvreshard.sim.engine;

/** How a worker lets the agent at its memory. */
public enum MemoryKind {
  /** A file in the pod's directory that both map. */
  SHARED,
  /** A sealed memfd that both map. */
  MEMFD,
  /** Its own memory, which the agent reads: for sources only. */
  PROCESS,
  /** Its own memory; it moves rows itself. */
  ASSISTED
}
