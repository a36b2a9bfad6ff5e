package io.kvreshard.agent.publish;

import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes that are tried again, ever more slowly. */
final class Insistence {
  private static final Logger LOG = LoggerFactory.getLogger(Insistence.class);
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration ROUND = Duration.ofMinutes(10);

  /** Until somebody may have mended what a refusal is about: rights, a quota. */
  private static final Duration MENDING = Duration.ofSeconds(30);

  private Insistence() {}

  /** One try; it reads afresh what it changes. */
  @FunctionalInterface
  interface Write {
    void run() throws ConflictException;
  }

  /**
   * Writes until it works, for what nobody can be told of. A refusal is an error in the log.
   *
   * @param what for the log
   * @throws InterruptedException when nobody wants it any more
   */
  static void untilDone(String what, Write write) throws InterruptedException {
    Optional<String> why = untilAnswered(what, ROUND, write);
    while (why.isPresent()) {
      LOG.error("{} does not succeed and is tried again in {}: {}", what, MENDING, why.get());
      TimeUnit.NANOSECONDS.sleep(MENDING.toNanos());
      why = untilAnswered(what, ROUND, write);
    }
  }

  /**
   * Writes until it works or is refused, or until the next try would come too late.
   *
   * @param what for the log
   * @return why it is not written, at most {@link Bounds#MESSAGE} characters; empty: it is
   * @throws InterruptedException when nobody wants it any more
   */
  static Optional<String> untilAnswered(String what, Duration patience, Write write)
      throws InterruptedException {
    long began = System.nanoTime();
    Duration pause = FIRST;
    while (true) {
      String why;
      try {
        write.run();
        return Optional.empty();
      } catch (RefusedException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      } catch (ConflictException | RuntimeException e) {
        why = String.valueOf(e.getMessage());
      }
      if (Duration.ofNanos(System.nanoTime() - began).plus(pause).compareTo(patience) > 0) {
        return Optional.of(
            Text.clip(
                "not written within %d s, but another time it may be: %s"
                    .formatted(patience.toSeconds(), why),
                Bounds.MESSAGE));
      }
      LOG.info("{} failed and is tried again in {}: {}", what, pause, why);
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
  }
}
