package io.kvreshard.agent.memory;

import java.lang.foreign.MemorySegment;

/**
 * A dense stream's places in one target's memory. Stateful, for one thread at a time; nothing is
 * allocated per run.
 */
public interface StreamTarget {
  /**
   * Copies the stream's bytes {@code [from, from + bytes.byteSize())} to where they belong; those
   * that the target does not need are passed over. Begin and end are rows' ends.
   *
   * @param bytes private memory
   * @return how many bytes the target takes; those of the last call have arrived when {@link
   *     #finish} returns
   */
  long scatter(long from, MemorySegment bytes) throws MemoryFailure, InterruptedException;

  /** Waits until everything has arrived. */
  default void finish() throws MemoryFailure, InterruptedException {}
}
