package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person hears of a move beside its objects. */
class EventsTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    play.settle();
  }

  @Test
  void plainMoveTellsFourTimes() throws IOException {
    var before = told();
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Succeeded);
    play.settle();

    assertThat(told().subList(before.size(), told().size()))
        .containsExactly("move: Moving", "move: Committing", "move: Succeeded", "b: Ready");
  }

  private List<String> told() throws IOException {
    var json = new ObjectMapper();
    var told = new ArrayList<String>();
    for (var line : Files.readAllLines(directory.resolve("events.jsonl"))) {
      var event = json.readTree(line);
      told.add(event.get("name").asText() + ": " + event.get("reason").asText());
    }
    return told;
  }
}
