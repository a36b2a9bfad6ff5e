package io.kvreshard.agent.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.TaskFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FailureReasonTest {
  private static final Path DOCUMENT = Path.of("../docs/task-failures.md");

  @Test
  void theDocumentHasEveryReason() throws IOException {
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document());
  }

  private static String document() {
    return """
        # Why an attempt failed on a node

        `status.failure.reason` of a KVTransferTask, and the label `reason` of `kvreshard_agent_task_failures_total`. The job's message names the node, this reason and
        a sentence; of several the cause, not its consequences. Generated from `io.kvreshard.agent.failure.FailureReason`; a test keeps both the same.

        | reason | meaning | tried again? |
        |---|---|---|
        """
        + Arrays.stream(FailureReason.values())
            .map(FailureReasonTest::row)
            .collect(Collectors.joining());
  }

  private static String row(FailureReason reason) {
    return "| `%s` | %s | %s |\n"
        .formatted(reason, reason.sentence(), reason.terminal() ? "no" : "yes");
  }

  @Test
  void operatorKnowsWhichFailuresAreTheWakeOfAnother() {
    assertThat(
            Arrays.stream(FailureReason.values())
                .filter(reason -> reason.name().startsWith("Peer")))
        .extracting(FailureReason::name)
        .containsExactlyInAnyOrderElementsOf(TaskFault.ECHOES);
  }
}
