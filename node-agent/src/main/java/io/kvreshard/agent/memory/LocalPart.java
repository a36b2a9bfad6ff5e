package io.kvreshard.agent.memory;

/**
 * Copies parts of a stream from its writer to one target on the same node. Stateful, for one thread
 * at a time; nothing is allocated per run.
 */
@FunctionalInterface
interface LocalPart {
  /**
   * Copies the stream's bytes {@code [from, to)}.
   *
   * @return how many bytes the target got
   */
  long copy(long from, long to) throws MemoryFailure, InterruptedException;
}
