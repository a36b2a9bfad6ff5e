package io.kvreshard.bench.transfer;

import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.StreamTarget;
import io.kvreshard.agent.stream.ChunkSink;
import io.kvreshard.core.stream.DenseStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** All targets of a node, as an operation fills them. */
final class Targets implements ChunkSink {
  private final StreamTarget[] places;

  Targets(List<ParticipantMemory> memories, DenseStream stream) {
    places = memories.stream().map(it -> it.target(stream)).toArray(StreamTarget[]::new);
  }

  @Override
  public void scatter(long offset, MemorySegment slot) throws Exception {
    for (var place : places) {
      place.scatter(offset, slot);
    }
  }

  @Override
  public void finish() throws Exception {
    for (var place : places) {
      place.finish();
    }
  }
}
