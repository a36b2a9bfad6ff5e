package io.kvreshard.agent.stream;

import java.lang.foreign.MemorySegment;

/** Where a stream's bytes come from. */
@FunctionalInterface
public interface ChunkSource {
  /**
   * The chunk after the one that is gathered next: work on it may begin.
   *
   * @throws Exception if the memory is gone or its engine fails
   */
  default void expect(long offset, int length) throws Exception {}

  /**
   * Fills the slot with the stream's bytes [offset, offset + slot.byteSize()).
   *
   * @throws Exception if the memory is gone or its engine fails
   */
  void gather(long offset, MemorySegment slot) throws Exception;
}
