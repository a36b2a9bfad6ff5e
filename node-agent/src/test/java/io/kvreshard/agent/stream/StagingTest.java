package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class StagingTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void theBudgetHoldsAndSlotsComeBack() throws Exception {
    try (Staging staging = new Staging(4 * 4096, 4096)) {
      Staging.Lease three = staging.lease(3, SHORT);
      assertThat(three.memory()).hasSize(3).allMatch(memory -> memory.byteSize() == 4096);
      assertThatThrownBy(() -> staging.lease(2, SHORT))
          .isInstanceOfSatisfying(
              FailedException.class, e -> assertThat(e.reason()).isEqualTo(FailureReason.AgentBusy))
          .hasMessageContaining("4 slots of 4096 bytes are in use; raise --staging-bytes");
      three.close();
      three.close();
      try (Staging.Lease all = staging.lease(4, SHORT)) {
        assertThat(all.memory()).hasSize(4);
      }
    }
  }

  @Test
  void aTinyBudgetStillMovesSomething() throws Exception {
    try (Staging staging = new Staging(1, 4096);
        Staging.Lease lease = staging.lease(3, SHORT)) {
      assertThat(lease.memory()).hasSize(2);
    }
  }
}
