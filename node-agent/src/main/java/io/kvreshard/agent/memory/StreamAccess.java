package io.kvreshard.agent.memory;

import java.lang.foreign.MemorySegment;

/**
 * One dense stream in one participant's memory. Stateful and for one thread at a time: open one a
 * thread; nothing is allocated per run. Ranges begin and end at rows.
 */
public interface StreamAccess {

  /**
   * Copies the stream's bytes {@code [from, from + into.byteSize())} out of the participant's
   * memory. All of them must be the participant's.
   */
  void gather(long from, MemorySegment into) throws MemoryFailure, InterruptedException;

  /**
   * Copies the stream's bytes {@code [from, from + bytes.byteSize())} to where they belong; those
   * that this participant does not hold are skipped.
   *
   * @return how many bytes this participant took
   */
  long scatter(long from, MemorySegment bytes) throws MemoryFailure, InterruptedException;
}
