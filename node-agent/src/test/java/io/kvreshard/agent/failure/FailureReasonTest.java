package io.kvreshard.agent.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.TaskFault;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FailureReasonTest {
  @Test
  void operatorKnowsWhichFailuresAreTheWakeOfAnother() {
    assertThat(
            Arrays.stream(FailureReason.values())
                .filter(reason -> reason.name().startsWith("Peer")))
        .extracting(FailureReason::name)
        .containsExactlyInAnyOrderElementsOf(TaskFault.ECHOES);
  }
}
