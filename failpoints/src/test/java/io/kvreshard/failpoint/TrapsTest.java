package io.kvreshard.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrapsTest {
  private static final Failpoint PIN = new Failpoint(Step.AGENT_PIN, Moment.BEFORE);
  private static final Failpoint BIND = new Failpoint(Step.AGENT_BIND, Moment.AFTER);

  @TempDir Path path;
  TrapFolder folder;
  Traps traps;

  @BeforeEach
  void begin() {
    folder = new TrapFolder(path);
    traps = new Traps(folder);
  }

  @Test
  void withoutTrapsOnlyTheWayIsRecorded() throws Exception {
    traps.pass(BIND, IOException::new);
    traps.pass(PIN, IOException::new);
    traps.pass(BIND, IOException::new);
    assertThat(folder.passed()).containsExactly(BIND, PIN);
    folder.forget();
    assertThat(folder.passed()).isEmpty();
  }

  @Test
  void anErrorIsThePlacesOwnAndComesOnce() throws Exception {
    var trap = new Trap(PIN, 2, Fault.ERROR);
    folder.lay(List.of(trap));
    traps.pass(PIN, IOException::new);
    traps.pass(BIND, IOException::new);
    assertThat(folder.struck(trap)).isFalse();
    assertThatThrownBy(() -> traps.pass(PIN, IOException::new))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("AGENT_PIN.before");
    assertThat(folder.struck(trap)).isTrue();
    traps.pass(PIN, IOException::new);
  }

  @Test
  void aSuccessorDoesNotStepIntoTheSameTrap() throws Exception {
    var trap = new Trap(PIN, 1, Fault.ERROR);
    folder.lay(List.of(trap));
    assertThatThrownBy(() -> traps.pass(PIN, IOException::new)).isInstanceOf(IOException.class);
    new Traps(folder).pass(PIN, IOException::new);
  }

  @Test
  void theSameTrapLaidAgainStrikesAgain() throws Exception {
    var trap = new Trap(PIN, 1, Fault.ERROR);
    folder.lay(List.of(trap));
    assertThatThrownBy(() -> traps.pass(PIN, IOException::new)).isInstanceOf(IOException.class);
    folder.lay(List.of(trap));
    assertThatThrownBy(() -> traps.pass(PIN, IOException::new)).isInstanceOf(IOException.class);
    folder.lay(List.of());
    traps.pass(PIN, IOException::new);
  }

  @Test
  void aStoppedThreadGoesOnWhenItIsReleasedAndNotBefore() throws Exception {
    var trap = new Trap(PIN, 1, Fault.STOP);
    folder.lay(List.of(trap));
    var thread = Thread.ofVirtual().start(() -> traps.pass(PIN, IllegalStateException::new));
    await().until(() -> folder.struck(trap));
    thread.interrupt();
    traps.pass(PIN, IOException::new);
    assertThat(thread.isAlive()).isTrue();
    folder.release(trap);
    await().until(() -> !thread.isAlive());
  }

  /** Whoever is not there yet when its release is taken away with the traps would wait for ever. */
  @Test
  void aStoppedThreadGoesOnWhenItsTrapIsTakenAway() throws Exception {
    var trap = new Trap(PIN, 1, Fault.STOP);
    folder.lay(List.of(trap));
    var thread = Thread.ofVirtual().start(() -> traps.pass(PIN, IllegalStateException::new));
    await().until(() -> folder.struck(trap));
    folder.lay(List.of());
    await().until(() -> !thread.isAlive());
  }

  @Test
  void textsAreReadAsTheyAreWritten() {
    for (var step : Step.values()) {
      for (var moment : Moment.values()) {
        for (var fault : Fault.values()) {
          var trap = new Trap(new Failpoint(step, moment), 3, fault);
          assertThat(Trap.parse(trap.toString())).isEqualTo(trap);
        }
      }
    }
    assertThatThrownBy(() -> Trap.parse("AGENT_PIN.before.1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Failpoint.parse("AGENT_PIN.meanwhile"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
