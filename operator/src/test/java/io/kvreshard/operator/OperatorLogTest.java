package io.kvreshard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.testing.JsonLines;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class OperatorLogTest {
  private static final String CONFIGURATION = "operator-logback.xml";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  @Test
  void everyLineOfAJobSaysWhich() throws Exception {
    try (var play = new Play(directory);
        var log = new JsonLines(CONFIGURATION, "io.kvreshard.operator.control")) {
      var uid = play.site.job("move", Site.PLAIN).getMetadata().getUid();
      play.until("move", JobPhase.Succeeded);

      assertThat(log.lines())
          .isNotEmpty()
          .allSatisfy(
              line -> {
                assertThat(text(line, "job")).isEqualTo("team/move");
                assertThat(text(line, "job_uid")).isEqualTo(uid);
                assertThat(text(line, "level")).isEqualTo("INFO");
                assertThat(text(line, "logger_name")).endsWith("JobController");
                assertThat(Instant.parse(text(line, "@timestamp"))).isNotNull();
              });
      var commit =
          log.lines().stream()
              .filter(line -> text(line, "message").startsWith("DecideCommit"))
              .findFirst()
              .orElseThrow();
      assertThat(text(commit, "operation")).isEqualTo(uid + "/1/0");
      assertThat(log.lines().getFirst().has("operation")).as("before the first attempt").isFalse();
    }
  }

  @Test
  void anExceptionStaysOnItsLine() throws Exception {
    try (var log = new JsonLines(CONFIGURATION, "io.kvreshard.operator.probe")) {
      LoggerFactory.getLogger("io.kvreshard.operator.probe")
          .error("two\nlines", new IllegalStateException("broken"));
      var line = log.lines().getFirst();
      assertThat(text(line, "message")).isEqualTo("two\nlines");
      assertThat(text(line, "stack_trace")).contains("IllegalStateException: broken");
      assertThat(line.has("job")).isFalse();
    }
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText();
  }
}
