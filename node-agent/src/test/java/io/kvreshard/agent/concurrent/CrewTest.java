package io.kvreshard.agent.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

final class CrewTest {
  private final CountDownLatch never = new CountDownLatch(1);

  @Test
  void theFirstFailureEndsTheOthersAndIsThrown() {
    AtomicBoolean interrupted = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                Crew.runAll(
                    "test",
                    List.of(
                        () -> {
                          try {
                            never.await();
                          } catch (InterruptedException e) {
                            interrupted.set(true);
                            throw e;
                          }
                        },
                        () -> {
                          throw new IOException("first");
                        })))
        .isInstanceOf(IOException.class)
        .hasMessage("first");
    assertThat(interrupted).isTrue();
  }

  @Test
  void stopSaysWhetherSomebodyIsLeft() {
    Crew crew = new Crew("test");
    CountDownLatch stubborn = new CountDownLatch(1);
    crew.fork("stubborn", () -> awaitUninterruptibly(stubborn));
    assertThat(crew.stop(Duration.ofMillis(50))).isFalse();
    stubborn.countDown();
    assertThat(crew.stop(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void nobodyStartsAfterTheEnd() {
    Crew crew = new Crew("test");
    assertThat(crew.stop(Duration.ofSeconds(1))).isTrue();
    assertThat(crew.fork("late", never::await)).isFalse();
  }

  @Test
  void membersWriteToTheLogAsTheirOwner() throws Exception {
    AtomicReference<@Nullable String> job = new AtomicReference<>();
    Crew crew;
    try (MDC.MDCCloseable _ = MDC.putCloseable("job", "team/move")) {
      crew = new Crew("test");
    }
    crew.fork("member", () -> job.set(MDC.get("job")));
    crew.join();
    assertThat(job).hasValue("team/move");
    assertThat(MDC.get("job")).isNull();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException e) {
        done = false;
      }
    }
  }
}
