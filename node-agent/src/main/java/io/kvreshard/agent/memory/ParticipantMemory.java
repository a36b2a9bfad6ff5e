package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.DenseStream;
import java.time.Duration;

/**
 * One participant's memory for one operation and cache group. Thread-safe. Its owner quiesces it
 * before it says that the operation is over.
 */
public interface ParticipantMemory extends AutoCloseable {

  /**
   * The participant as a stream's writer. One for each thread.
   *
   * @throws IllegalArgumentException if the memory's binding does not hold the stream
   */
  StreamSource source(DenseStream stream);

  /**
   * The participant as one of a stream's targets. One for each thread.
   *
   * @throws IllegalArgumentException if the memory's binding does not hold its edges of the stream
   */
  StreamTarget target(DenseStream stream);

  /**
   * Refuses new copies and waits for running ones, also those that the engine does for us.
   *
   * @return whether it is proven that nothing touches the memory for this operation any more; false
   *     if {@code limit} passed first
   */
  boolean quiesce(Duration limit) throws InterruptedException;

  /** Refuses new copies; gives everything back as soon as the last running one has ended. */
  @Override
  void close();
}
