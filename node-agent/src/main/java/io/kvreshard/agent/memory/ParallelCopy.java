package io.kvreshard.agent.memory;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies a stream with all of the node's copying threads. For each of them one piece is under way
 * and another stands in line, so that none waits for the caller. A piece costs no allocation.
 */
final class ParallelCopy {
  private final CopyThreads threads;
  private final long bytes;
  private final BlockingQueue<Lane> idle;
  private final BlockingQueue<Lane> finished;
  private long position;
  private int running;

  /**
   * @param part makes a copier for one thread
   */
  ParallelCopy(CopyThreads threads, long bytes, Supplier<LocalPart> part) {
    this.threads = threads;
    this.bytes = bytes;
    int lanes = 2 * threads.count();
    this.idle = new ArrayBlockingQueue<>(lanes);
    this.finished = new ArrayBlockingQueue<>(lanes);
    for (int i = 0; i < lanes; i++) {
      idle.add(new Lane(part.get()));
    }
  }

  /** As {@link LocalCopy#next}: of the piece that is finished first. */
  long next(long limitBytes) throws MemoryFailure, InterruptedException {
    while (position < bytes && !idle.isEmpty()) {
      long end = position + Math.min(limitBytes, bytes - position);
      idle.remove().start(position, end);
      position = end;
      running++;
    }
    if (running == 0) {
      return 0;
    }
    Lane lane = finished.take();
    running--;
    idle.add(lane);
    return lane.result();
  }

  /** One piece at a time. */
  private final class Lane implements Runnable {
    private final LocalPart part;
    private long from;
    private long to;
    private long copied;
    private @Nullable Exception failure;

    Lane(LocalPart part) {
      this.part = part;
    }

    void start(long pieceFrom, long pieceTo) {
      from = pieceFrom;
      to = pieceTo;
      threads.run(this);
    }

    @Override
    public void run() {
      try {
        copied = part.copy(from, to);
      } catch (MemoryFailure | InterruptedException | RuntimeException e) {
        failure = e;
      }
      finished.add(this);
    }

    long result() throws MemoryFailure {
      return switch (failure) {
        case null -> copied;
        case MemoryFailure e -> throw e;
        case Exception e -> throw new IllegalStateException("a piece could not be copied", e);
      };
    }
  }
}
