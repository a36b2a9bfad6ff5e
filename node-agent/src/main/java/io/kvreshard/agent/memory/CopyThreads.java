package io.kvreshard.agent.memory;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of the node that copy from memory to memory. All copies share them, piece by piece,
 * in the order in which they ask: a long one does not keep a short one waiting for more than a
 * piece.
 */
public final class CopyThreads implements AutoCloseable {
  /** Who finds the line full copies his piece himself. */
  private static final int LONGEST_LINE = 4096;

  private final ThreadPoolExecutor threads;

  /**
   * @param count how many cores may be kept busy, at least 1
   */
  public CopyThreads(int count) {
    this.threads =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(LONGEST_LINE),
            Thread.ofPlatform().daemon().name("copy-", 0).factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());
  }

  int count() {
    return threads.getCorePoolSize();
  }

  void run(Runnable piece) {
    threads.execute(piece);
  }

  /** Pieces that stand in line are still copied; no others are. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
