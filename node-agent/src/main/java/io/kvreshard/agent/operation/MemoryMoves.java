package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.memory.StreamTarget;
import java.lang.foreign.MemorySegment;

/** Moves of chunks in and out of participants' memory, with an operation's failures. */
final class MemoryMoves {
  private MemoryMoves() {}

  static void gather(LocalBinding writer, StreamSource source, long offset, MemorySegment slot)
      throws FailedException, InterruptedException {
    try {
      source.gather(offset, slot);
    } catch (MemoryFailure e) {
      throw EngineFailures.of(writer.session().identity(), e);
    }
  }

  /** How many bytes the target took. */
  static long scatter(LocalBinding to, StreamTarget target, long offset, MemorySegment slot)
      throws FailedException, InterruptedException {
    try {
      return target.scatter(offset, slot);
    } catch (MemoryFailure e) {
      throw EngineFailures.of(to.session().identity(), e);
    }
  }
}
