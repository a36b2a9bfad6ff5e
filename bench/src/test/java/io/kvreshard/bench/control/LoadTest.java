package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final Duration NONE = Duration.ZERO;
  private static final Duration SOME = Duration.ofMillis(1);

  @Test
  void nothingIsMeasuredWithNothing() {
    assertThat(new Load(NONE, 2, 1, 1, SOME).agents()).isEqualTo(2);
    refused(() -> new Load(SOME.negated(), 2, 1, 1, SOME), "distance");
    refused(() -> new Load(NONE, 1, 1, 1, SOME), "2 agents");
    refused(() -> new Load(NONE, 2, 0, 1, SOME), "by itself");
    refused(() -> new Load(NONE, 2, 1, 0, SOME), "at once");
    refused(() -> new Load(NONE, 2, 1, 1, NONE), "idle time");
  }

  private static void refused(ThrowingCallable load, String rule) {
    assertThatIllegalArgumentException().isThrownBy(load).withMessageContaining(rule);
  }
}
