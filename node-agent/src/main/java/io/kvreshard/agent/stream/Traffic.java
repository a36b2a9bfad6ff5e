package io.kvreshard.agent.stream;

/** Hears what a stream moves, chunk by chunk: it must be quick. */
public interface Traffic {
  /** A chunk was written to the connection, or was checked and scattered. */
  void moved(long bytes);

  /** A chunk has another checksum than its header says. */
  void corrupt();
}
