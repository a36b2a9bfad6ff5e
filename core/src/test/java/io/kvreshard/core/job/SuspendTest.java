package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Truth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** spec.suspend, and back. */
class SuspendTest {
  private final World world = new World();

  @Test
  void jobThatIsCreatedSuspendedTouchesNothing() {
    world.intent = Intent.SUSPEND;

    assertThat(world.run()).containsExactly("Suspend", "Wait");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.recorded.reason()).isEqualTo(Reason.Suspended);
    assertThat(world.holdsNothing()).isTrue();
    assertThat(JobFindings.of(Phase.Pending, Reason.Suspended, "", Truth.True, ""))
        .filteredOn(finding -> finding.truth() == Truth.True)
        .extracting(finding -> finding.type())
        .containsExactly("Quiesced", "Reconciling");
  }

  @Test
  void timeoutsDoNotCountWhileItIsSuspendedAndBeginAnewThereafter() {
    world.source = null;
    world.limits = new JobLimits(Duration.ofHours(1), null, Duration.ofMinutes(1), 3);
    world.settle();
    world.now = world.now.plus(Duration.ofMinutes(59));
    world.wants(Intent.SUSPEND);
    world.settle();
    world.now = world.now.plus(Duration.ofDays(30));
    assertThat(world.settle()).isInstanceOf(JobDecision.Wait.class);

    world.wants(Intent.RUN);
    assertThat(world.run()).containsExactly("Resume", "Wait");
    assertThat(world.recorded.reason()).isEqualTo(Reason.WaitingForSource);
    world.now = world.now.plus(Duration.ofHours(1)).minusSeconds(1);
    assertThat(world.settle()).isInstanceOf(JobDecision.Wait.class);
    world.now = world.now.plusSeconds(1);
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.PendingTimeout);
  }

  @Test
  void attemptIsGivenUpDrainedAndNotCounted() {
    world.limits = new JobLimits(Duration.ofHours(1), null, Duration.ofMinutes(1), 0);
    world.settle();
    world.wants(Intent.SUSPEND);
    assertThat(world.run()).containsExactly("EndAttempt", "IssueCommand", "DeleteTasks", "Wait");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);
    assertThat(world.recorded.message()).isEqualTo("spec.suspend is true: attempt 1 is given up.");
    assertThat(world.recorded.verdict()).isNull();

    world.obeyed();
    assertThat(world.run())
        .containsExactly(
            "ReleaseTasks",
            "DropDocuments",
            "Suspend",
            "FreeTarget",
            "FreeSource",
            "Unguard",
            "Wait");
    assertThat(world.holdsNothing()).isTrue();
    assertThat(world.recorded.failures()).isZero();

    world.wants(Intent.RUN);
    world.settle();
    assertThat(world.recorded.attempt()).isEqualTo(2);
    assertThat(world.recorded.message()).startsWith("Attempt 2 of at most 2. ");
    world.moved().settle();
    world.obeyed().settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
  }

  /** As with a Job of Kubernetes, of which the start time is forgotten. */
  @Test
  void activeDeadlineBeginsAnew() {
    world.limits = new JobLimits(Duration.ofDays(1), Duration.ofHours(1), Duration.ofMinutes(1), 3);
    world.settle();
    world.now = world.now.plus(Duration.ofMinutes(59));
    world.wants(Intent.SUSPEND);
    world.settle();
    world.obeyed().settle();
    assertThat(world.recorded.startTime()).isNull();

    world.now = world.now.plus(Duration.ofDays(3));
    world.wants(Intent.RUN);
    world.settle();
    assertThat(world.recorded.startTime()).isEqualTo(world.now);
    world.now = world.now.plus(Duration.ofMinutes(59));
    assertThat(world.settle()).isInstanceOf(JobDecision.Wait.class);
    world.now = world.now.plus(Duration.ofMinutes(1));
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.DeadlineExceeded);
  }

  @Test
  void pauseBetweenAttemptsIsNotCutShort() {
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    world.obeyed().settle();
    var next = world.recorded.nextAttemptTime();
    world.wants(Intent.SUSPEND);
    world.settle();
    assertThat(world.holdsNothing()).isTrue();
    world.wants(Intent.RUN);

    assertThat(world.run()).containsExactly("Resume", "Wait");
    assertThat(world.recorded.nextAttemptTime()).isEqualTo(next);
    world.now = world.now.plusSeconds(7);
    world.settle();
    assertThat(world.recorded.attempt()).isEqualTo(2);
    assertThat(world.recorded.failures()).isEqualTo(1);
  }

  @Test
  void failureBeforeTheSuspensionCounts() {
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    world.wants(Intent.SUSPEND);
    world.obeyed().settle();

    assertThat(world.recorded.reason()).isEqualTo(Reason.Suspended);
    assertThat(world.recorded.failures()).isEqualTo(1);
    assertThat(world.holdsNothing()).isTrue();
  }

  @Test
  void jobThatIsResumedWhileItDrainsGoesOnWhenItIsQuiet() {
    world.settle();
    world.wants(Intent.SUSPEND);
    world.settle();
    world.wants(Intent.RUN);
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.Suspended);
    world.obeyed();

    assertThat(world.run())
        .containsExactly(
            "ReleaseTasks",
            "DropDocuments",
            "Suspend",
            "Resume",
            "Claim",
            "StartAttempt",
            "CreateTasks",
            "Wait");
  }

  @Test
  void commitGoesOn() {
    world.moved();
    world.step();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Committing);
    world.wants(Intent.SUSPEND);
    world.settle();
    world.obeyed().settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(world.heeded).isTrue();
  }
}
