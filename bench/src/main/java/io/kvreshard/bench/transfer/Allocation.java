package io.kvreshard.bench.transfer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What the threads of a stream allocate on the heap in its middle: between a quarter and three
 * quarters of its bytes. One of these threads tells how far it is, and looks; what looking costs is
 * not counted.
 */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String stream;
  private final long begin;
  private final long end;
  private Map<Long, Long> others = Map.of();
  private long own = -1;
  private long allocated = -1;

  /**
   * @param stream begin of the names of its threads
   * @param bytes of the stream
   */
  Allocation(String stream, long bytes) {
    this.stream = stream;
    this.begin = bytes / 4;
    this.end = bytes / 4 * 3;
  }

  /** So many bytes have been moved; always told by the same thread. */
  synchronized void reached(long moved) {
    if (own < 0 && moved >= begin) {
      others = others();
      own = THREADS.getCurrentThreadAllocatedBytes();
    } else if (allocated < 0 && moved >= end) {
      long mine = THREADS.getCurrentThreadAllocatedBytes() - own;
      var now = others();
      if (!now.keySet().equals(others.keySet())) {
        throw new IllegalStateException(
            "threads of %s: %s, then %s".formatted(stream, others, now));
      }
      allocated = mine + sum(now) - sum(others);
    }
  }

  /** Bytes of all threads together. */
  synchronized long allocated() {
    if (allocated < 0) {
      throw new IllegalStateException("the stream %s has not come that far".formatted(stream));
    }
    return allocated;
  }

  private static long sum(Map<Long, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  private Map<Long, Long> others() {
    long self = Thread.currentThread().threadId();
    return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
        .filter(Objects::nonNull)
        .filter(thread -> thread.getThreadName().startsWith(stream + "/"))
        .filter(thread -> thread.getThreadId() != self)
        .collect(
            Collectors.toMap(
                ThreadInfo::getThreadId,
                thread -> THREADS.getThreadAllocatedBytes(thread.getThreadId())));
  }
}
