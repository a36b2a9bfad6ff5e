package io.kvreshard.bench.transfer;

/** What one process does. One command at a time. */
interface End extends AutoCloseable {
  /**
   * Obeys a command.
   *
   * @return what there is to say
   * @throws IllegalArgumentException if it knows no such command
   */
  String obey(String... command) throws Exception;

  /** Ends all that it has begun. */
  @Override
  void close();
}
