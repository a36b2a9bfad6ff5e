package io.kvreshard.bench.transfer;

import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.stream.ChunkSource;
import java.lang.foreign.MemorySegment;

/** A source's chunks, as an operation sends them. */
record Chunks(StreamSource source) implements ChunkSource {
  @Override
  public void expect(long offset, int length) throws Exception {
    source.expect(offset, length);
  }

  @Override
  public void gather(long offset, MemorySegment slot) throws Exception {
    source.gather(offset, slot);
  }
}
