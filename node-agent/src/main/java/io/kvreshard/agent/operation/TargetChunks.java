package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.StreamTarget;
import java.lang.foreign.MemorySegment;

/** A stream's chunks into one target's memory, with an operation's failures. For one thread. */
final class TargetChunks {
  private final LocalBinding to;
  private final StreamTarget target;
  private long taken;

  TargetChunks(LocalBinding to, StreamTarget target) {
    this.to = to;
    this.target = target;
  }

  /** How many bytes the target took. */
  long scatter(long offset, MemorySegment slot) throws FailedException, InterruptedException {
    try {
      long bytes = target.scatter(offset, slot);
      taken += bytes;
      return bytes;
    } catch (MemoryFailure e) {
      throw EngineFailures.of(to.session().identity(), e);
    }
  }

  /** Waits until all have arrived. */
  void finish() throws FailedException, InterruptedException {
    try {
      target.finish();
    } catch (MemoryFailure e) {
      throw EngineFailures.of(to.session().identity(), e);
    }
  }

  /** Of all chunks. */
  long taken() {
    return taken;
  }
}
