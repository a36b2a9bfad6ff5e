package io.kvreshard.agent.memory;

import java.lang.foreign.MemorySegment;

/**
 * A dense stream's bytes in its writer's memory. Stateful, for one thread at a time; nothing is
 * allocated per run.
 */
public interface StreamSource extends AutoCloseable {
  /**
   * The stream's bytes {@code [from, from + bytes)} will be gathered soon: work on them may begin.
   */
  default void expect(long from, long bytes) throws MemoryFailure {}

  /**
   * Copies the stream's bytes {@code [from, from + into.byteSize())} out of the participant's
   * memory. Begin and end are rows' ends.
   *
   * @param into private memory
   */
  void gather(long from, MemorySegment into) throws MemoryFailure, InterruptedException;

  /** What is expected is not gathered any more. */
  @Override
  default void close() {}
}
