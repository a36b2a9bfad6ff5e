package io.kvreshard.sim;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process lives until it is told to stop. */
final class Lifetime {
  private static final Logger log = LoggerFactory.getLogger(Lifetime.class);

  private Lifetime() {}

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
