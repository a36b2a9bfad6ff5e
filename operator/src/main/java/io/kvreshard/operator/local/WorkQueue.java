package io.kvreshard.operator.local;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Which keys are due, and when. A key is in it at most once, with its earliest time; so it holds no
 * more entries than there are objects.
 */
final class WorkQueue<K> {
  private final Map<K, Long> due = new HashMap<>();
  private boolean closed;

  /** The key is due after this time, if it is not due earlier anyway. */
  synchronized void add(K key, Duration after) {
    long time = System.nanoTime() + after.toNanos();
    due.merge(key, time, (a, b) -> a - b < 0 ? a : b);
    notifyAll();
  }

  /** Waits for the next key that is due; empty once the queue is closed. */
  synchronized Optional<K> take() throws InterruptedException {
    while (!closed) {
      long now = System.nanoTime();
      K next = null;
      long wait = Long.MAX_VALUE;
      for (var entry : due.entrySet()) {
        long left = entry.getValue() - now;
        if (left < wait) {
          wait = left;
          next = entry.getKey();
        }
      }
      if (next != null && wait <= 0) {
        due.remove(next);
        return Optional.of(next);
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(wait, TimeUnit.MINUTES.toNanos(1)));
    }
    return Optional.empty();
  }

  /** Nothing is due any more. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
