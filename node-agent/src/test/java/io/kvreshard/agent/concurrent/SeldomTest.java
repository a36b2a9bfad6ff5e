package io.kvreshard.agent.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeldomTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final FakeClock clock = new FakeClock();
  private final List<Long> said = new ArrayList<>();
  private final Seldom seldom = new Seldom(clock, 3, MINUTE);

  private void happens(int times) {
    for (int i = 0; i < times; i++) {
      seldom.say(said::add);
    }
  }

  @Test
  void whatHappensTooOftenIsCounted() {
    happens(10_000);
    assertThat(said).containsExactly(0L, 0L, 0L);
    clock.advance(MINUTE.minusNanos(1));
    happens(1);
    assertThat(said).hasSize(3);
    clock.advance(Duration.ofNanos(1));
    happens(2);
    assertThat(said).containsExactly(0L, 0L, 0L, 9_998L, 0L);
  }
}
