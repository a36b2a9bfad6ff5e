package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Toll;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * What both ends of a data connection agreed on, and this end's patience.
 *
 * @param bytes length of the dense stream; ≥ 1
 * @param chunkBytes the longest chunk
 * @param cuts where chunks end: with rows
 * @param stallLimit the connection is ended when nothing moved for so long
 * @param timer looks after the limit; shared, its tasks are short
 * @param blame hears why this end fails before the other end can notice and say so
 * @param traffic hears what moves
 * @param toll paid before each chunk is written or read
 */
public record StreamParameters(
    long bytes,
    int chunkBytes,
    Cuts cuts,
    Duration stallLimit,
    ScheduledExecutorService timer,
    Consumer<FailedException> blame,
    Traffic traffic,
    Toll toll) {

  /** The rows of a stream. */
  @FunctionalInterface
  public interface Cuts {
    /**
     * The end of the last row that ends in (from, from + limitBytes].
     *
     * @throws IllegalArgumentException if there is none
     */
    long chunkEnd(long from, long limitBytes);
  }

  /** Length of the longest chunk at an offset. */
  int chunkAt(long offset) {
    return (int) (cuts.chunkEnd(offset, Math.min(chunkBytes, bytes - offset)) - offset);
  }

  /** True if the chunk ends with a row. */
  boolean endsWithRow(long offset, int length) {
    try {
      return cuts.chunkEnd(offset, length) == offset + length;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  StallWatch watch(Progress progress, Runnable onStall) {
    return new StallWatch(timer, progress, stallLimit, onStall);
  }

  FailedException stalled(String name, Progress progress) {
    return new FailedException(
        FailureReason.ProgressTimeout,
        "%s: nothing moved for %d s after %d of %d bytes (progressTimeoutSeconds)"
            .formatted(name, stallLimit.toSeconds(), progress.bytes(), bytes));
  }
}
