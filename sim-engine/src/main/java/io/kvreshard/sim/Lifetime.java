package io.kvreshard.sim;

import io.kvreshard.tracing.Tracing;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process lives until it is told to stop. */
final class Lifetime {
  private static final Logger log = LoggerFactory.getLogger(Lifetime.class);

  private Lifetime() {}

  /** The process's traces, if it is to have any. */
  static Tracing tracing(String instance) {
    Tracing tracing = Tracing.start("kvreshard-sim-engine", instance);
    if (tracing.on()) {
      closeAtExit(tracing);
    }
    return tracing;
  }

  /** Closes it on SIGTERM. */
  static void closeAtExit(AutoCloseable part) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    part.close();
                  } catch (Exception e) {
                    log.warn("Closing failed", e);
                  }
                }));
  }

  /** Does not return. */
  static int untilKilled() throws InterruptedException {
    new CountDownLatch(1).await();
    return 0;
  }
}
