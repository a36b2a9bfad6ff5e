package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** spec.retryOf. */
class LineageTest {
  private final World world = new World();

  @BeforeEach
  void retry() {
    world.retryOf = "before";
  }

  @ParameterizedTest
  @EnumSource(names = {"Failed", "Cancelled"})
  void jobBeginsWhenTheOneBeforeHasEndedAndHoldsNothing(Phase phase) {
    world.predecessor = new PredecessorView("other", phase, true, false);

    assertThat(world.run()).startsWith("Claim");
  }

  @Test
  void dryRunMayBeFollowedByTheRealOne() {
    world.predecessor = new PredecessorView("other", Phase.Pending, true, false);

    assertThat(world.run()).startsWith("Claim");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"Succeeded", "Failed", "Cancelled"})
  void jobThatHasNotEndedIsWaitedFor(Phase phase) {
    world.predecessor = new PredecessorView("other", phase, false, false);

    assertWaits("KVReshardJob \"before\" (spec.retryOf) is " + phase + ": to end it");
  }

  @ParameterizedTest
  @EnumSource(names = {"Failed", "Cancelled"})
  void jobThatStillHoldsSomethingIsWaitedFor(Phase phase) {
    world.predecessor = new PredecessorView("other", phase, true, true);

    assertWaits("is " + phase + ", but has not given back all that it holds");
  }

  @Test
  void waitHasADeadline() {
    world.predecessor = new PredecessorView("other", Phase.Running, false, true);
    world.settle();
    world.now = world.now.plus(Duration.ofMinutes(10));
    world.settle();

    assertFailed(Reason.PendingTimeout, "WaitingForPredecessor");
  }

  @Test
  void successHasNoOtherTry() {
    world.predecessor = new PredecessorView("other", Phase.Succeeded, true, true);
    world.settle();

    assertFailed(Reason.PredecessorSucceeded, "\"before\" (spec.retryOf) has Succeeded");
  }

  @Test
  void jobThatNeverWasIsRefused() {
    world.settle();

    assertFailed(Reason.PredecessorMissing, "\"before\" (spec.retryOf) does not exist");
  }

  @Test
  void jobThatWasWaitedForMayGo() {
    world.predecessor = new PredecessorView("other", Phase.Running, false, true);
    world.settle();
    world.predecessor = null;

    assertThat(world.run()).startsWith("Claim");
  }

  @Test
  void jobThatWasWaitedForMayGoWhileTheOtherTryIsSuspended() {
    world.predecessor = new PredecessorView("other", Phase.Running, false, true);
    world.settle();
    world.wants(Intent.SUSPEND);
    world.settle();
    world.predecessor = null;
    world.wants(Intent.RUN);

    assertThat(world.run()).startsWith("Resume", "Claim");
  }

  @Test
  void jobThatHasEndedMayGoWhileTheOtherTryWaitsForItsSource() {
    world.predecessor = new PredecessorView("other", Phase.Failed, true, false);
    var source = world.source;
    world.source = null;
    world.settle();
    world.predecessor = null;
    assertThat(world.settle()).isInstanceOf(JobDecision.Wait.class);
    world.source = source;

    assertThat(world.run()).startsWith("Claim");
  }

  @Test
  void otherTryThatIsCreatedSuspendedIsRefusedIfThereWasNone() {
    world.intent = Intent.SUSPEND;
    world.settle();

    assertFailed(Reason.PredecessorMissing, "\"before\" (spec.retryOf) does not exist");
  }

  @Test
  void jobMayGoWhileTheOtherTryThatWasCreatedSuspendedIsSo() {
    world.intent = Intent.SUSPEND;
    world.predecessor = new PredecessorView("other", Phase.Failed, true, false);
    world.settle();
    world.predecessor = null;
    world.settle();
    world.wants(Intent.RUN);

    assertThat(world.run()).startsWith("Resume", "Claim");
  }

  @Test
  void onceItHasBegunTheOneBeforeDoesNotMatter() {
    world.predecessor = new PredecessorView("other", Phase.Failed, true, false);
    world.step();
    world.predecessor = null;
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);
  }

  private void assertWaits(String words) {
    assertThat(world.settle())
        .isInstanceOfSatisfying(
            JobDecision.Wait.class,
            wait -> {
              assertThat(wait.reason()).isEqualTo(Reason.WaitingForPredecessor);
              assertThat(wait.message()).contains(words);
            });
    assertThat(world.holdsNothing()).isTrue();
  }

  private void assertFailed(Reason reason, String words) {
    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(reason);
    assertThat(world.recorded.message()).contains(words);
  }
}
