package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When engines get their pages back: n1 has the source and its coordinator, n2 the target's. */
class ReleaseTest {
  private final World world = new World();

  @BeforeEach
  void failed() {
    world.settle();
    world.task("n2").fail("PeerFailed", false);
    world.settle();
    assertThat(world.tasks.values()).allMatch(task -> task.command == Command.Abort);
  }

  @Test
  void itIsOrderedWhenAllNodesAreQuietAndNotBefore() {
    world.task("n2").obey();
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
    assertThat(world.quiesced()).isEqualTo(Truth.False);

    world.task("n1").obey();
    assertThat(world.step()).isEqualTo(new JobDecision.OrderRelease(Set.of("1-n1", "1-n2")));
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void taskStaysUntilItsEnginesHaveHeard() {
    quiet();
    world.task("n1").obey();
    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n1")));
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
    assertThat(world.nodes()).containsExactly("n2");

    world.task("n2").obey();
    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void nodeWithoutCoordinatorHasNothingToRelease() {
    world.task("n1").coordinates = Set.of();
    world.task("n1").obey();

    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n1")));
    world.task("n2").obey();
    assertThat(world.step()).isEqualTo(new JobDecision.OrderRelease(Set.of("1-n2")));
  }

  @Test
  void engineThatNeverHeardOfTheAttemptHoldsNothing() {
    world.task("n1").quiesced = Truth.True;
    world.task("n1").release = Release.DONE;

    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n1")));
  }

  @Test
  void agentThatIsLostWhileItsEnginesAreToldIsNoQuarantine() {
    quiet();
    world.task("n1").obey();
    world.settle();
    world.agent("n2", "i1", Duration.ofMinutes(6));

    assertThat(world.step()).isEqualTo(new JobDecision.LeaveTasks(Set.of("1-n2"), ""));
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.quiesced()).isEqualTo(Truth.True);
  }

  @Test
  void engineThatDoesNotHearIsLeftToItsAgent() {
    quiet();
    world.task("n1").obey();
    world.settle();
    world.timers = new Timers(Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.timers = new Timers(Duration.ofSeconds(61), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(world.step()).isEqualTo(new JobDecision.LeaveTasks(Set.of("1-n2"), ""));
  }

  private void quiet() {
    world.tasks.values().forEach(FakeTask::obey);
    assertThat(world.step()).isInstanceOf(JobDecision.OrderRelease.class);
  }
}
