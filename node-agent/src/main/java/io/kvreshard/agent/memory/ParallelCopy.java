package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies a stream with all of the node's copying threads. For each of them one piece is under way
 * and another stands in line, so that none waits for the caller.
 */
final class ParallelCopy {
  /** Far more than what can stand in line before a piece takes. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final CopyThreads threads;
  private final Pace pace;
  private final long bytes;
  private final BlockingQueue<Lane> idle;
  private final BlockingQueue<Lane> finished;
  private long position;
  private int running;

  /**
   * @param part makes a copier for one thread
   */
  ParallelCopy(CopyThreads threads, Pace pace, long bytes, Supplier<LocalPart> part) {
    this.threads = threads;
    this.pace = pace;
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
      pace.await(end - position);
      idle.remove().start(position, end);
      position = end;
      running++;
    }
    if (running == 0) {
      return 0;
    }
    Lane lane = finished.poll(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    if (lane == null) {
      throw new MemoryFailure(
          Kind.TRANSIENT, "no piece was copied within %d s".formatted(LIMIT.toSeconds()));
    }
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
    private @Nullable Throwable failure;

    Lane(LocalPart part) {
      this.part = part;
    }

    void start(long pieceFrom, long pieceTo) throws MemoryFailure {
      from = pieceFrom;
      to = pieceTo;
      try {
        threads.run(this);
      } catch (RejectedExecutionException e) {
        throw new MemoryFailure(Kind.TRANSIENT, "the agent copies no more: it ends", e);
      }
    }

    @Override
    public void run() {
      try {
        copied = part.copy(from, to);
      } catch (Throwable e) {
        // Whoever waits for the piece must hear of its end, whatever that was.
        failure = e;
      } finally {
        finished.add(this);
      }
    }

    long result() throws MemoryFailure {
      return switch (failure) {
        case null -> copied;
        case MemoryFailure e -> throw e;
        case Throwable e -> throw new IllegalStateException("a piece could not be copied", e);
      };
    }
  }
}
