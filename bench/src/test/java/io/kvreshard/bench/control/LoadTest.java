package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final Duration NONE = Duration.ZERO;
  private static final Duration SOME = Duration.ofMillis(1);

  @Test
  void nothingIsMeasuredWithNothing() {
    assertThat(new Load(NONE, 2, 1, 1, SOME).agents()).isEqualTo(2);
    refused(SOME.negated(), 2, 1, 1, SOME);
    refused(NONE, 1, 1, 1, SOME);
    refused(NONE, 2, 0, 1, SOME);
    refused(NONE, 2, 1, 0, SOME);
    refused(NONE, 2, 1, 1, NONE);
  }

  private static void refused(Duration distance, int agents, int single, int crowd, Duration idle) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(distance, agents, single, crowd, idle))
        .withMessageContaining("at least 0");
  }
}
