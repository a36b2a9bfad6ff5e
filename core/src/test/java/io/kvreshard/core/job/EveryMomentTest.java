package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An author may suspend, resume and cancel at every single step of a life in which the first
 * attempt fails.
 */
class EveryMomentTest {
  /** More steps than such a life has. */
  private static final int STEPS = 60;

  private static final int LATER = 14;

  static IntStream moments() {
    return IntStream.range(0, STEPS);
  }

  @ParameterizedTest
  @MethodSource("moments")
  void cancel(int moment) {
    var life = new Life();
    life.play(moment);
    life.world.wants(Intent.CANCEL);
    life.play(STEPS);

    life.assertCancelledOrTooLate();
  }

  @ParameterizedTest
  @MethodSource("moments")
  void suspendForAMonthThenResume(int moment) {
    var life = new Life();
    life.play(moment);
    life.world.wants(Intent.SUSPEND);
    life.play(STEPS);
    if (life.world.recorded.phase() != Phase.Succeeded) {
      assertThat(life.world.recorded.phase()).isEqualTo(Phase.Pending);
      assertThat(life.world.recorded.reason()).isEqualTo(Reason.Suspended);
      assertThat(life.world.quiesced()).isEqualTo(Truth.True);
      assertThat(life.world.holdsNothing()).isTrue();
    }
    life.world.now = life.world.now.plus(Duration.ofDays(30));
    life.world.wants(Intent.RUN);
    life.play(2 * STEPS);

    life.assertSucceeded();
  }

  @ParameterizedTest
  @MethodSource("moments")
  void suspendThenResume(int moment) {
    for (int later = 1; later <= LATER; later++) {
      suspendThen(Intent.RUN, moment, later).assertSucceeded();
    }
  }

  @ParameterizedTest
  @MethodSource("moments")
  void suspendThenCancel(int moment) {
    for (int later = 1; later <= LATER; later++) {
      suspendThen(Intent.CANCEL, moment, later).assertCancelledOrTooLate();
    }
  }

  @Test
  void operatorsOfWhichEachLivesForOneStepGetThere() {
    var life = new Life();
    life.world.timers = new Timers(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    for (int i = 0; i < STEPS; i++) {
      life.world.restart();
      life.play(1);
    }

    life.assertSucceeded();
  }

  private static Life suspendThen(Intent wanted, int moment, int later) {
    var life = new Life();
    life.play(moment);
    life.world.wants(Intent.SUSPEND);
    life.play(later);
    life.world.wants(wanted);
    life.play(2 * STEPS);
    return life;
  }

  /** Operator and agents take turns; what must hold after each step is held. */
  private static final class Life {
    final World world = new World();

    Life() {
      world.planning = world.plan();
    }

    void play(int steps) {
      for (int i = 0; i < steps; i++) {
        var before = world.recorded;
        var decision = world.step();
        assertLawful(decision, before);
        if (World.rests(decision)) {
          agentsWork();
          world.now = world.now.plusSeconds(10);
        }
      }
    }

    private void agentsWork() {
      world.obeyed();
      var running =
          world.tasks.values().stream()
              .filter(task -> task.command == Command.Run && !task.deleting)
              .filter(task -> task.state == TaskState.Running)
              .toList();
      if (!running.isEmpty() && world.recorded.failures() == 0) {
        running.getFirst().fail("PeerFailed", false);
      } else {
        running.forEach(task -> task.land(((Planning.Planned) world.plan()).plan()));
      }
    }

    private void assertLawful(JobDecision decision, JobRecord before) {
      var after = world.recorded;
      assertThat(after.attempt()).isGreaterThanOrEqualTo(before.attempt());
      if (before.verdict() != null) {
        assertThat(after.verdict()).isEqualTo(before.verdict());
      }
      if (before.phase().finished()) {
        assertThat(after.phase()).isEqualTo(before.phase());
      }
      if (before.phase() == Phase.Committing) {
        assertThat(after.phase()).isIn(Phase.Committing, Phase.Succeeded);
      }
      if (world.intent != Intent.RUN) {
        assertThat(decision)
            .isNotInstanceOfAny(
                JobDecision.Claim.class,
                JobDecision.StartAttempt.class,
                JobDecision.CreateTasks.class,
                JobDecision.DecideCommit.class);
      }
      assertThat(after.failures()).isLessThanOrEqualTo(1);
    }

    void assertSucceeded() {
      assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
      assertThat(world.recorded.failures()).isEqualTo(1);
      assertThat(world.holdsNothing()).isTrue();
    }

    void assertCancelledOrTooLate() {
      if (world.recorded.phase() == Phase.Succeeded) {
        assertThat(world.recorded.message()).contains(Sentences.TOO_LATE);
      } else {
        assertThat(world.recorded.phase()).isEqualTo(Phase.Cancelled);
        assertThat(world.recorded.verdict())
            .isEqualTo(world.recorded.attempt() == 0 ? null : Verdict.Abort);
      }
      assertThat(world.quiesced()).isEqualTo(Truth.True);
      assertThat(world.holdsNothing()).isTrue();
      assertThat(world.heeded).isTrue();
    }
  }
}
