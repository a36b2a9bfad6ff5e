package io.kvreshard.agent.publish;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.schema.Bounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InsistenceTest {
  private final AtomicInteger tries = new AtomicInteger();

  @Test
  void whatFailsIsTriedAgain() throws Exception {
    Insistence.Write thrice =
        () -> {
          switch (tries.incrementAndGet()) {
            case 1 -> throw new ConflictException("somebody else was faster");
            case 2 -> throw new UncheckedIOException(new IOException("connection refused"));
            default -> {}
          }
        };

    assertThat(Insistence.untilAnswered("a test", ofSeconds(30), thrice)).isEmpty();
    assertThat(tries).hasValue(3);
  }

  @Test
  void whatIsRefusedIsNotTriedAgain() throws Exception {
    assertThat(Insistence.untilAnswered("a test", ofSeconds(30), refused()))
        .contains("it is too large");
    assertThat(tries).hasValue(1);
  }

  @Test
  void patienceEndsWithTheLastReason() throws Exception {
    Insistence.Write never =
        () -> {
          throw new UncheckedIOException("no route".repeat(1000), new IOException());
        };

    assertThat(Insistence.untilAnswered("a test", ofMillis(300), never))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("not written within 0 s, but another time it may be: no route")
                    .hasSizeLessThanOrEqualTo(Bounds.MESSAGE));
  }

  @Test
  void whatNobodyCanBeToldOfWaitsUntilItIsUnwanted() throws Exception {
    var unwanted = new AtomicInteger();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Insistence.untilDone("a test", refused());
                  } catch (InterruptedException e) {
                    unwanted.incrementAndGet();
                  }
                });
    thread.interrupt();

    assertThat(thread.join(ofSeconds(10))).isTrue();
    assertThat(unwanted).hasValue(1);
  }

  private Insistence.Write refused() {
    return () -> {
      tries.incrementAndGet();
      throw new RefusedException("it is too large", new IOException());
    };
  }
}
