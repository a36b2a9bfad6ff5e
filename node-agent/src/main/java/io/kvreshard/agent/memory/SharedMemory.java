package io.kvreshard.agent.memory;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.LocalRuns;
import io.kvreshard.core.stream.RunCursor;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * Memory kind {@code shared}: the agent itself copies, run by run, in the engine's files and
 * memfds.
 */
final class SharedMemory implements ParticipantMemory {
  private final PagedBinding binding;
  private final Mapping[] files;
  private final MemorySegment[] memory;
  private final Gate gate;

  /**
   * @param files of the binding's regions, in their order; used once each
   */
  SharedMemory(PagedBinding binding, List<Mapping> files) {
    this.binding = binding;
    this.files = files.toArray(Mapping[]::new);
    this.memory = files.stream().map(Mapping::memory).toArray(MemorySegment[]::new);
    this.gate = new Gate(() -> files.forEach(Mapping::unuse));
  }

  @Override
  public StreamSource source(DenseStream stream) {
    return new Source(RunCursor.open(stream, Side.SOURCE, binding));
  }

  @Override
  public StreamTarget target(DenseStream stream) {
    return new Target(RunCursor.open(stream, Side.TARGET, binding));
  }

  /** One chunk after the other, without an object for each. */
  private final class Source implements StreamSource, Copy {
    private final RunCursor cursor;
    private long from;
    private MemorySegment into = MemorySegment.NULL;

    Source(RunCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public void gather(long chunkFrom, MemorySegment chunk) throws MemoryFailure {
      from = chunkFrom;
      into = chunk;
      guarded(this);
    }

    @Override
    public long run() {
      go(cursor, from);
      long to = from + into.byteSize();
      for (long at = 0; at < into.byteSize() && cursor.nextStrip(to - cursor.position()); ) {
        MemorySegment rows = memory[cursor.region()];
        long length = cursor.length();
        for (long run = 0; run < cursor.runs(); run++) {
          MemorySegment.copy(rows, cursor.offset() + run * cursor.stride(), into, at, length);
          at += length;
        }
      }
      return into.byteSize();
    }
  }

  /** As {@link Source}. */
  private final class Target implements StreamTarget, Copy {
    private final RunCursor cursor;
    private long from;
    private MemorySegment bytes = MemorySegment.NULL;

    Target(RunCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public long scatter(long chunkFrom, MemorySegment chunk) throws MemoryFailure {
      from = chunkFrom;
      bytes = chunk;
      return guarded(this);
    }

    @Override
    public long run() {
      go(cursor, from);
      long to = from + bytes.byteSize();
      long taken = 0;
      for (long at = 0; at < bytes.byteSize() && cursor.nextStrip(to - cursor.position()); ) {
        long length = cursor.length();
        if (cursor.region() == RunCursor.NOWHERE) {
          at += length;
          continue;
        }
        MemorySegment rows = memory[cursor.region()];
        for (long run = 0; run < cursor.runs(); run++) {
          MemorySegment.copy(bytes, at, rows, cursor.offset() + run * cursor.stride(), length);
          at += length;
        }
        taken += cursor.runs() * length;
      }
      return taken;
    }
  }

  private static void go(RunCursor cursor, long to) {
    if (cursor.position() != to) {
      cursor.seek(to);
    }
  }

  /**
   * Memory to memory, one pass; one for each thread.
   *
   * @param stream to that target alone
   */
  LocalPart partTo(SharedMemory target, DenseStream stream) {
    LocalRuns runs =
        new LocalRuns(
            RunCursor.open(stream, Side.SOURCE, binding),
            RunCursor.open(stream, Side.TARGET, target.binding));
    return (from, to) -> guarded(() -> target.guarded(() -> copy(runs, from, to, target)));
  }

  private long copy(LocalRuns runs, long from, long to, SharedMemory target) {
    if (runs.position() != from) {
      runs.seek(from);
    }
    long copied = 0;
    while (runs.position() < to && runs.next(to - runs.position())) {
      MemorySegment here = memory[runs.sourceRegion()];
      MemorySegment there = target.memory[runs.targetRegion()];
      for (long run = 0; run < runs.runs(); run++) {
        MemorySegment.copy(
            here,
            runs.sourceOffset() + run * runs.sourceStride(),
            there,
            runs.targetOffset() + run * runs.targetStride(),
            runs.length());
      }
      copied += runs.runs() * runs.length();
    }
    return copied;
  }

  @FunctionalInterface
  private interface Copy {
    long run() throws MemoryFailure;
  }

  private long guarded(Copy copy) throws MemoryFailure {
    gate.enter();
    try {
      checkWhole();
      long copied = copy.run();
      checkWhole();
      return copied;
    } catch (InternalError e) {
      // Which of the files was it? All others are whole.
      checkWhole();
      throw new MemoryFailure(
          MemoryFailure.Kind.TRANSIENT, "a page of the engine's memory cannot be read", e);
    } finally {
      gate.exit();
    }
  }

  private void checkWhole() throws MemoryFailure {
    for (Mapping file : files) {
      file.checkWhole();
    }
  }

  @Override
  public boolean quiesce(Duration limit) throws InterruptedException {
    gate.shut();
    return gate.awaitQuiet(limit);
  }

  @Override
  public void close() {
    gate.shut();
  }
}
