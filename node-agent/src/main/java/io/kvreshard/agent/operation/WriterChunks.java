package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.stream.ChunkSource;
import java.lang.foreign.MemorySegment;

/** A stream's chunks out of its writer's memory, with an operation's failures. */
record WriterChunks(LocalBinding writer, StreamSource source) implements ChunkSource {

  @Override
  public void expect(long offset, int length) throws FailedException {
    try {
      source.expect(offset, length);
    } catch (MemoryFailure e) {
      throw EngineFailures.of(writer.session().identity(), e);
    }
  }

  @Override
  public void gather(long offset, MemorySegment slot) throws FailedException, InterruptedException {
    try {
      source.gather(offset, slot);
    } catch (MemoryFailure e) {
      throw EngineFailures.of(writer.session().identity(), e);
    }
  }
}
