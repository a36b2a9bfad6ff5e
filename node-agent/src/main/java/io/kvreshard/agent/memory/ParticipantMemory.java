package io.kvreshard.agent.memory;

import java.time.Duration;

/**
 * One participant's memory for one operation and cache group. Thread-safe. The owner quiesces it
 * before it says that the operation is over.
 */
public interface ParticipantMemory extends AutoCloseable {

  /**
   * Refuses new copies and waits for running ones, also those that the engine does for us.
   *
   * @return whether it is proven that nothing touches the memory for this operation any more; false
   *     if {@code limit} passed first
   */
  boolean quiesce(Duration limit) throws InterruptedException;

  /** Gives everything back that is not in use; the rest when its last copy or session ends. */
  @Override
  void close();
}
