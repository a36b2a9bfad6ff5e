package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.LocalRuns;
import java.lang.foreign.MemorySegment;

/**
 * A whole stream from its writer to one target on the same node: one pass from memory to memory
 * where the agent reaches both, else through a private slot. For one thread.
 */
public final class LocalCopy {
  private final Step step;

  @FunctionalInterface
  private interface Step {
    long next(long limitBytes) throws MemoryFailure, InterruptedException;
  }

  private LocalCopy(Step step) {
    this.step = step;
  }

  /**
   * A copy that has not begun.
   *
   * @param slot private memory; room for at least one row
   */
  public static LocalCopy of(
      DenseStream stream, ParticipantMemory source, ParticipantMemory target, MemorySegment slot) {
    if (source instanceof SharedMemory from && target instanceof SharedMemory to) {
      LocalRuns runs = from.runsTo(to, stream);
      return new LocalCopy(limit -> SharedMemory.copy(runs, from, to, limit));
    }
    return new LocalCopy(
        new Staged(stream, source.source(stream), target.target(stream), slot)::next);
  }

  /**
   * Copies the next bytes.
   *
   * @param limitBytes how many at most, so that the caller can count, pace and stop; at least a row
   * @return how many bytes the target got; 0 when it has all
   */
  public long next(long limitBytes) throws MemoryFailure, InterruptedException {
    return step.next(limitBytes);
  }

  /** Gather and scatter by turns. */
  private static final class Staged {
    private final DenseStream stream;
    private final StreamSource source;
    private final StreamTarget target;
    private final MemorySegment slot;
    private long position;

    Staged(DenseStream stream, StreamSource source, StreamTarget target, MemorySegment slot) {
      this.stream = stream;
      this.source = source;
      this.target = target;
      this.slot = slot;
    }

    long next(long limitBytes) throws MemoryFailure, InterruptedException {
      long taken = 0;
      while (taken == 0 && position < stream.bytes()) {
        long end = stream.chunkEnd(position, Math.min(limitBytes, slot.byteSize()));
        MemorySegment chunk = slot.asSlice(0, end - position);
        source.gather(position, chunk);
        taken = target.scatter(position, chunk);
        position = end;
      }
      return taken;
    }
  }
}
