package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What both ends of a data connection agreed on, and this end's patience.
 *
 * @param bytes length of the dense stream; ≥ 1
 * @param chunkBytes the longest chunk
 * @param rows where chunks may begin and end
 * @param stallLimit the connection is ended when nothing moved for so long
 * @param timer looks after the limit; shared, its tasks are short
 */
public record StreamParameters(
    long bytes,
    int chunkBytes,
    RowFloor rows,
    Duration stallLimit,
    ScheduledExecutorService timer) {

  /** The rows of a stream. */
  @FunctionalInterface
  public interface RowFloor {
    /** The last boundary between rows that is not after the offset. */
    long floor(long offset);
  }

  /**
   * Length of the chunk at an offset.
   *
   * @throws FailedException if no row fits into a chunk
   */
  int chunkAt(String name, long offset) throws FailedException {
    long end = Math.min(bytes, offset + chunkBytes);
    long length = rows.floor(end) - offset;
    if (length <= 0) {
      throw new FailedException(
          FailureReason.BindingInvalid,
          "%s: the row at %d does not fit into a chunk of %d bytes"
              .formatted(name, offset, chunkBytes));
    }
    return Math.toIntExact(length);
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
