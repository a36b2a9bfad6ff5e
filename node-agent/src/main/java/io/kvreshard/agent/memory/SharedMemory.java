package io.kvreshard.agent.memory;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.LocalRuns;
import io.kvreshard.core.stream.RunCursor;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/** Memory kind {@code shared}: the agent itself copies, run by run, in the engine's files. */
final class SharedMemory implements ParticipantMemory {
  private final PagedBinding binding;
  private final List<Mapping> files;
  private final MemorySegment[] memory;
  private final Gate gate;

  /**
   * @param files of the binding's regions, in their order; used once each
   */
  SharedMemory(PagedBinding binding, List<Mapping> files) {
    this.binding = binding;
    this.files = files;
    this.memory = files.stream().map(Mapping::memory).toArray(MemorySegment[]::new);
    this.gate = new Gate(() -> files.forEach(Mapping::unuse));
  }

  @Override
  public StreamSource source(DenseStream stream) {
    RunCursor cursor = RunCursor.open(stream, Side.SOURCE, binding);
    return (from, into) -> guarded(() -> gather(cursor, from, into));
  }

  @Override
  public StreamTarget target(DenseStream stream) {
    RunCursor cursor = RunCursor.open(stream, Side.TARGET, binding);
    return (from, bytes) -> guarded(() -> scatter(cursor, from, bytes));
  }

  private long gather(RunCursor cursor, long from, MemorySegment into) {
    go(cursor, from);
    long to = from + into.byteSize();
    while (cursor.position() < to && cursor.next(to - cursor.position())) {
      MemorySegment.copy(
          memory[cursor.region()],
          cursor.offset(),
          into,
          cursor.position() - cursor.length() - from,
          cursor.length());
    }
    return into.byteSize();
  }

  private long scatter(RunCursor cursor, long from, MemorySegment bytes) {
    go(cursor, from);
    long to = from + bytes.byteSize();
    long taken = 0;
    while (cursor.position() < to && cursor.next(to - cursor.position())) {
      if (cursor.region() != RunCursor.NOWHERE) {
        MemorySegment.copy(
            bytes,
            cursor.position() - cursor.length() - from,
            memory[cursor.region()],
            cursor.offset(),
            cursor.length());
        taken += cursor.length();
      }
    }
    return taken;
  }

  private static void go(RunCursor cursor, long to) {
    if (cursor.position() != to) {
      cursor.seek(to);
    }
  }

  /** Memory to memory, one pass: copies up to {@code limitBytes}; 0 at the stream's end. */
  static long copy(LocalRuns runs, SharedMemory source, SharedMemory target, long limitBytes)
      throws MemoryFailure {
    return source.guarded(() -> target.guarded(() -> copyRuns(runs, source, target, limitBytes)));
  }

  private static long copyRuns(
      LocalRuns runs, SharedMemory source, SharedMemory target, long limitBytes) {
    long copied = 0;
    while (copied < limitBytes && runs.next(limitBytes - copied)) {
      MemorySegment.copy(
          source.memory[runs.sourceRegion()],
          runs.sourceOffset(),
          target.memory[runs.targetRegion()],
          runs.targetOffset(),
          runs.length());
      copied += runs.length();
    }
    return copied;
  }

  LocalRuns runsTo(SharedMemory target, DenseStream stream) {
    return new LocalRuns(
        RunCursor.open(stream, Side.SOURCE, binding),
        RunCursor.open(stream, Side.TARGET, target.binding));
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
