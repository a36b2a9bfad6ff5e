package io.kvreshard.agent.stream;

import java.lang.foreign.MemorySegment;

/** Where a stream's bytes go: all local targets of the range. */
@FunctionalInterface
public interface ChunkSink {
  /**
   * Copies the stream's bytes [offset, offset + slot.byteSize()) to their places.
   *
   * @throws Exception if the memory is gone or its engine fails
   */
  void scatter(long offset, MemorySegment slot) throws Exception;

  /**
   * Waits until all of it has come to its places.
   *
   * @throws Exception as {@link #scatter}
   */
  default void finish() throws Exception {}
}
