package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Truth;
import org.junit.jupiter.api.Test;

/** spec.cancel. */
class CancelTest {
  private final World world = new World();

  @Test
  void jobThatHasNotBegunEndsAtOnce() {
    world.source = null;
    world.settle();
    world.wants(Intent.CANCEL);

    assertThat(world.run()).containsExactly("Cancel", "Done");
    assertCancelled();
    assertThat(world.recorded.verdict()).isNull();
  }

  @Test
  void attemptIsGivenUpAndDrainedFirst() {
    world.settle();
    world.wants(Intent.CANCEL);
    assertThat(world.run()).containsExactly("EndAttempt", "IssueCommand", "DeleteTasks", "Wait");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);
    assertThat(world.recorded.verdict()).isEqualTo(Verdict.Abort);
    assertThat(world.recorded.message()).isEqualTo("spec.cancel is true: attempt 1 is given up.");

    world.obeyed();
    assertThat(world.run())
        .containsExactly(
            "ReleaseTasks",
            "DropDocuments",
            "Cancel",
            "FreeTarget",
            "FreeSource",
            "Unguard",
            "Done");
    assertCancelled();
    assertThat(world.recorded.failures()).isZero();
  }

  @Test
  void failedAttemptThatDrainsIsTheLastOne() {
    world.settle();
    world.task("n2").fail("PeerFailed", false);
    world.settle();
    world.wants(Intent.CANCEL);
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.Cancelled);
    world.obeyed().settle();

    assertCancelled();
    assertThat(world.recorded.verdict()).isEqualTo(Verdict.Abort);
    assertThat(world.recorded.failures()).isEqualTo(1);
  }

  @Test
  void jobThatHasFailedForGoodStaysFailed() {
    world.settle();
    world.task("n2").fail("EngineRefused", true);
    world.settle();
    world.wants(Intent.CANCEL);
    world.obeyed().settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.EngineRefused);
  }

  @Test
  void suspendedJobMayBeCancelled() {
    world.settle();
    world.wants(Intent.SUSPEND);
    world.settle();
    world.wants(Intent.CANCEL);
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.Cancelled);
    world.obeyed().settle();

    assertCancelled();
  }

  @Test
  void cancelledJobIsReady() {
    assertThat(JobFindings.of(Phase.Cancelled, Reason.Cancelled, "", Truth.True, ""))
        .filteredOn(finding -> finding.truth() == Truth.True)
        .extracting(finding -> finding.type())
        .containsExactly("Quiesced", "Ready");
  }

  @Test
  void itComesTooLateForACommitAndSaysSo() {
    world.moved();
    world.step();
    world.wants(Intent.CANCEL);
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Committing);
    assertThat(world.recorded.message()).endsWith(Sentences.TOO_LATE);
    world.obeyed().settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(world.recorded.message()).contains("activated").endsWith(Sentences.TOO_LATE);
  }

  @Test
  void itComesTooLateForAJobThatHasSucceededAndIsSaidOnce() {
    world.moved().settle();
    world.obeyed().settle();
    world.obeyed().settle();
    world.wants(Intent.CANCEL);

    assertThat(world.run()).containsExactly("Acknowledge", "Done");
    assertThat(world.recorded.message()).endsWith(Sentences.TOO_LATE);
    assertThat(world.recorded.reason()).isEqualTo(Reason.Succeeded);
    world.heeded = false;
    world.settle();
    assertThat(world.recorded.message()).containsOnlyOnce(Sentences.TOO_LATE);
  }

  @Test
  void engineThatDiesInTheCommitFailsTheJobAllTheSame() {
    world.moved();
    world.settle();
    world.wants(Intent.CANCEL);
    world.task("n2").fail("RuntimeGone", false);
    world.task("n2").quiesced = Truth.True;
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.ActivationLost);
  }

  private void assertCancelled() {
    assertThat(world.recorded.phase()).isEqualTo(Phase.Cancelled);
    assertThat(world.recorded.reason()).isEqualTo(Reason.Cancelled);
    assertThat(world.recorded.message()).isEqualTo(Sentences.CANCELLED);
    assertThat(world.recorded.completionTime()).isEqualTo(world.now);
    assertThat(world.quiesced()).isEqualTo(Truth.True);
    assertThat(world.holdsNothing()).isTrue();
  }
}
