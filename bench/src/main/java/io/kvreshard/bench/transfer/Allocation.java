package io.kvreshard.bench.transfer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What the threads of a stream allocate on the heap in its middle: between a quarter and three
 * quarters of its bytes.
 */
final class Allocation implements Callable<Long> {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String stream;
  private final long bytes;
  private final LongSupplier moved;

  /**
   * @param stream begin of the names of its threads
   * @param bytes of the stream
   * @param moved how many have been moved
   */
  Allocation(String stream, long bytes, LongSupplier moved) {
    this.stream = stream;
    this.bytes = bytes;
    this.moved = moved;
  }

  /** Waits for the middle; answers with bytes of all threads together. */
  @Override
  public Long call() throws InterruptedException {
    await(bytes / 4);
    var before = allocated();
    await(bytes / 4 * 3);
    var after = allocated();
    if (before.isEmpty() || !after.keySet().equals(before.keySet())) {
      throw new IllegalStateException(
          "threads of %s: %s, then %s".formatted(stream, before, after));
    }
    return after.values().stream().mapToLong(Long::longValue).sum()
        - before.values().stream().mapToLong(Long::longValue).sum();
  }

  private void await(long reached) throws InterruptedException {
    while (moved.getAsLong() < reached) {
      Thread.sleep(1);
    }
  }

  private Map<Long, Long> allocated() {
    return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
        .filter(Objects::nonNull)
        .filter(thread -> thread.getThreadName().startsWith(stream + "/"))
        .collect(
            Collectors.toMap(
                ThreadInfo::getThreadId,
                thread -> THREADS.getThreadAllocatedBytes(thread.getThreadId())));
  }
}
