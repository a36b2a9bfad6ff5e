package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.DenseStream;
import java.lang.foreign.MemorySegment;

/** Gathers into a slot and scatters from it by turns. */
final class StagedCopy {
  private final DenseStream stream;
  private final StreamSource source;
  private final StreamTarget target;
  private final MemorySegment slot;
  private final Pace pace;
  private long position;

  StagedCopy(
      DenseStream stream, StreamSource source, StreamTarget target, MemorySegment slot, Pace pace) {
    this.stream = stream;
    this.source = source;
    this.target = target;
    this.slot = slot;
    this.pace = pace;
  }

  /** As {@link LocalCopy#next}. */
  long next(long limitBytes) throws MemoryFailure, InterruptedException {
    long taken = 0;
    while (taken == 0 && position < stream.bytes()) {
      long end = stream.chunkEnd(position, Math.min(limitBytes, slot.byteSize()));
      pace.await(end - position);
      MemorySegment chunk = slot.asSlice(0, end - position);
      source.gather(position, chunk);
      taken = target.scatter(position, chunk);
      position = end;
    }
    return taken;
  }
}
