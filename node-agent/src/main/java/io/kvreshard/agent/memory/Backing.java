package io.kvreshard.agent.memory;

/**
 * What a mapping maps. Of the two kinds only {@link SealedMemfd} can be given to native code (CRC,
 * sendfile) as it lies there: nobody can take its pages away.
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
