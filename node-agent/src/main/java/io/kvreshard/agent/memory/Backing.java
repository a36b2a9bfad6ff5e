package io.kvreshard.agent.memory;

/**
 * What a mapping maps. Neither kind is to be given to native code that computes (CRC) as it lies
 * there: a file can be truncated, and from a sealed memfd an engine can still punch pages out,
 * which then are made anew, or cannot be where they are huge.
 */
sealed interface Backing permits TruncatableFile, SealedMemfd {

  /**
   * Fails if it is shorter than it was: what was just copied may be invented.
   *
   * @param bytes that are mapped
   */
  void checkWhole(long bytes) throws MemoryFailure;

  /** For the one who caught the InternalError. */
  MemoryFailure unreadable(long bytes);

  /** The mapping is no more. */
  void close();
}
