package io.kvreshard.agent.memory;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of the node that copy from memory to memory. All copies share them, piece by piece,
 * in the order in which they ask: before a piece there are at most two pieces a thread of each
 * other copy.
 */
public final class CopyThreads implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CopyThreads.class);

  /** Operations are over before their threads end: then there is nothing to wait for. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

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
            CopyThreads::inCaller);
  }

  private static void inCaller(Runnable piece, ThreadPoolExecutor threads) {
    if (threads.isShutdown()) {
      throw new RejectedExecutionException("no more pieces are copied");
    }
    piece.run();
  }

  int count() {
    return threads.getCorePoolSize();
  }

  void run(Runnable piece) {
    threads.execute(piece);
  }

  /** Pieces that stand in line are still copied, and waited for; no others are. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        log.error("Copies have not ended within {} s", PATIENCE.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
