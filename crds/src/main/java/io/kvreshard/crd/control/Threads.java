package io.kvreshard.crd.control;

import java.time.Duration;
import org.slf4j.LoggerFactory;

/** The end of a thread that stops when interrupted. */
final class Threads {
  private Threads() {}

  /** Interrupts the thread and waits for its end, unless it is the caller. */
  static void stop(Thread thread, Duration patience) {
    thread.interrupt();
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      if (!thread.join(patience)) {
        LoggerFactory.getLogger(Threads.class)
            .warn("{} has not ended within {}", thread.getName(), patience);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
