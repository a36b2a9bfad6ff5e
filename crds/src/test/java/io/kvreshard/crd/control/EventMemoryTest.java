package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventMemoryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final EventMemory memory = new EventMemory();

  private static EventNote note(String message) {
    var job = Samples.job("team-a", "move", "from", "to");
    job.getMetadata().setUid("uid-1");
    return EventNote.of(job, EventType.Normal, "Planned", message);
  }

  @Test
  void repetitionsAreToldTogetherAfterTheInterval() {
    assertThat(memory.due(note("a"), START)).isEqualTo(1);
    assertThat(memory.due(note("a"), START.plusSeconds(1))).isZero();
    assertThat(memory.due(note("a"), START.plusSeconds(2))).isZero();
    assertThat(memory.due(note("b"), START.plusSeconds(2))).isEqualTo(1);
    assertThat(memory.due(note("a"), START.plus(EventMemory.INTERVAL))).isEqualTo(3);
    assertThat(memory.due(note("a"), START.plus(EventMemory.INTERVAL.plusSeconds(1)))).isZero();
  }

  @Test
  void theMemoryIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(memory.due(note("n " + i), START)).isEqualTo(1);
    }
    assertThat(memory.due(note("n 0"), START.plus(Duration.ofSeconds(1)))).isEqualTo(1);
    assertThat(memory.due(note("n 9999"), START.plus(Duration.ofSeconds(1)))).isZero();
  }

  @Test
  void theSameNoteHasTheSameNameAfterARestart() {
    assertThat(note("a").name("operator")).isEqualTo(note("a").name("operator"));
    assertThat(note("a").name("operator"))
        .startsWith("move.")
        .isNotEqualTo(note("b").name("operator"))
        .isNotEqualTo(note("a").name("agent"));
  }
}
