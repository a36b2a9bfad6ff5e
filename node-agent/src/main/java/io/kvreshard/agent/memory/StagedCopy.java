package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.DenseStream;
import java.lang.foreign.MemorySegment;

/** Gathers into a slot and scatters from it by turns. */
final class StagedCopy implements LocalCopy {
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

  @Override
  public long next(long limitBytes) throws MemoryFailure, InterruptedException {
    long taken = 0;
    while (taken == 0 && position < stream.bytes()) {
      long most = Math.min(limitBytes, slot.byteSize());
      long end = stream.chunkEnd(position, most);
      pace.await(end - position);
      MemorySegment chunk = slot.asSlice(0, end - position);
      source.gather(position, chunk);
      if (end < stream.bytes()) {
        source.expect(end, stream.chunkEnd(end, most) - end);
      }
      taken = target.scatter(position, chunk);
      position = end;
    }
    if (taken == 0) {
      target.finish();
    }
    return taken;
  }

  @Override
  public void close() {
    source.close();
  }
}
