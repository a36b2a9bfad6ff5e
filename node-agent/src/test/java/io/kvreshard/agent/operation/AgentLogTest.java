package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.testing.JsonLines;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents write to their logs of an operation. */
final class AgentLogTest {
  @TempDir private Path directory;

  @Test
  void everyLineOfATaskSaysWhoseItIs() throws Exception {
    try (JsonLines log = new JsonLines("agent-logback.xml", "io.kvreshard.agent.operation");
        World world = new World(directory)) {
      world.run();
      world.untilState(world.b, TaskState.Validated);
      world.command(world.a, TaskCommand.Abort);
      world.command(world.b, TaskCommand.Abort);
      world.untilQuiet(world.a, TaskState.Aborted);
      world.untilQuiet(world.b, TaskState.Aborted);
      assertThat(log.lines())
          .hasSizeGreaterThanOrEqualTo(2)
          .allSatisfy(
              line -> {
                assertThat(text(line, "job")).isEqualTo("models/job");
                assertThat(text(line, "job_uid")).isEqualTo("uid-1");
                assertThat(text(line, "operation")).isEqualTo("uid-1/1/0");
              });
    }
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText();
  }
}
