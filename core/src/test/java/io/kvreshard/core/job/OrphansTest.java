package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrphansTest {
  private final FakeTask task = new FakeTask("n1", 1, Map.of("n1", "i1"));

  @Test
  void orphanIsDeletedThenReleasedOnceItIsQuiet() {
    assertThat(step(Duration.ZERO)).isEqualTo(Orphans.Step.DELETE);
    task.deleting = true;
    assertThat(step(Duration.ZERO)).isEqualTo(Orphans.Step.WAIT);
    task.quiesced = Truth.True;
    assertThat(step(Duration.ZERO)).isEqualTo(Orphans.Step.RELEASE);
    task.held = false;
    assertThat(step(Duration.ZERO)).isEqualTo(Orphans.Step.WAIT);
  }

  @Test
  void orphanOfALostNodeIsReleasedAfterFiveMinutes() {
    task.deleting = true;
    assertThat(step(Duration.ofMinutes(5))).isEqualTo(Orphans.Step.WAIT);
    assertThat(step(Duration.ofMinutes(6))).isEqualTo(Orphans.Step.RELEASE);
  }

  private Orphans.Step step(Duration silence) {
    return Orphans.decide(task.view(), new AgentView("n1", "i1", "n1:1", List.of(), silence));
  }
}
