package io.kvreshard.agent.publish;

import io.kvreshard.crd.control.ConflictException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes that must get through: tried again, ever more slowly, until they do. */
final class Insistence {
  private static final Logger LOG = LoggerFactory.getLogger(Insistence.class);
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private Insistence() {}

  /** One try; it reads afresh what it changes. */
  @FunctionalInterface
  interface Write {
    void run() throws ConflictException;
  }

  /**
   * Writes until it works.
   *
   * @param what for the log
   * @throws InterruptedException when nobody wants it any more
   */
  static void insist(String what, Write write) throws InterruptedException {
    Duration pause = FIRST;
    while (true) {
      try {
        write.run();
        return;
      } catch (ConflictException e) {
        LOG.debug("{}: somebody else was faster: {}", what, e.getMessage());
      } catch (RuntimeException e) {
        LOG.warn("{} failed and is tried again in {}: {}", what, pause, e.getMessage());
      }
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
      pause = pause.multipliedBy(2).compareTo(LONGEST) < 0 ? pause.multipliedBy(2) : LONGEST;
    }
  }
}
