package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.Models;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job from birth to its end, undisturbed and not. */
class LifeTest {
  private final World world = new World();

  @Test
  void happyLifeIsThisSequenceOfSteps() {
    var steps = new ArrayList<String>();
    steps.addAll(world.run());
    world.moved().rested();
    steps.addAll(world.run());
    world.obeyed().rested();
    steps.addAll(world.run());
    world.obeyed();
    steps.addAll(world.run());

    assertThat(steps)
        .containsExactly(
            "Claim",
            "StartAttempt",
            "CreateTasks",
            "Wait",
            "DecideCommit",
            "IssueCommand",
            "Wait",
            "RecordSuccess",
            "FreeTarget",
            "IssueCommand",
            "DeleteTasks",
            "Wait",
            "ReleaseTasks",
            "DropDocuments",
            "FreeSource",
            "Unguard",
            "Done");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(world.recorded.reason()).isEqualTo(Reason.Succeeded);
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(world.claim()).isNull();
    assertThat(Ends.present(world.source).readers()).isEmpty();
    assertThat(world.quiesced()).isEqualTo(Truth.True);
  }

  @Test
  void successDoesNotWaitForTheProofOfQuietWhichIsRecordedOnceItIsThere() {
    world.run();
    world.moved();
    world.run();
    world.obeyed();
    assertThat(world.run()).startsWith("RecordSuccess").endsWith("DeleteTasks", "Wait");
    assertThat(world.quiesced()).isEqualTo(Truth.False);

    world.obeyed();
    assertThat(world.run()).contains("RecordQuiet");
    assertThat(world.quiesced()).isEqualTo(Truth.True);
  }

  @Test
  void taskThatComesToLightWhenTheJobHoldsNothingIsNotTheJobs() {
    world.run();
    world.moved().rested();
    world.run();
    world.obeyed().rested();
    world.run();
    var late = world.task("n1");
    world.obeyed();
    world.run();
    assertThat(world.guarded).isFalse();

    late.command = Command.Run;
    late.deleting = false;
    late.held = true;
    world.tasks.put(late.view().name(), late);
    assertThat(world.decide()).isInstanceOf(JobDecision.Done.class);
  }

  @Test
  void planSaysWhatWillMoveBeforeAnythingMoves() {
    while (!(world.step() instanceof JobDecision.StartAttempt)) {}
    var plan = Objects.requireNonNull(world.recorded.plan());

    assertThat(plan.bytes()).isEqualTo(Models.BYTES);
    assertThat(plan.wireBytes()).isEqualTo(Models.BYTES);
    assertThat(plan.writers()).isEqualTo(2);
    assertThat(plan.targets()).isEqualTo(4);
    assertThat(plan.algorithm()).isEqualTo("Ordinal/1");
    assertThat(world.tasks).isEmpty();
  }

  @Test
  void dryRunHoldsNothingAndIsReady() {
    world.dryRun = true;

    assertThat(world.run()).containsExactly("RecordPlan", "FinishDryRun", "Done");
    assertThat(world.guarded).isFalse();
    assertThat(world.claim()).isNull();
    var findings = JobFindings.of(Phase.Pending, Reason.DryRun, "", Truth.True, "");
    assertThat(findings)
        .filteredOn(finding -> finding.truth() == Truth.True)
        .extracting(finding -> finding.type())
        .containsExactly("Quiesced", "Ready");
  }

  @Test
  void failedAttemptIsDrainedAndTriedAgainAfterAPause() {
    world.settle();
    world.task("n2").fail("AgentRestarted", false);

    assertThat(world.run()).startsWith("EndAttempt", "IssueCommand", "DeleteTasks", "Wait");
    assertThat(world.recorded.reason()).isEqualTo(Reason.AgentRestarted);
    assertThat(world.recorded.verdict()).isNull();
    world.tasks.values().forEach(FakeTask::obey);
    assertThat(world.run()).containsExactly("OrderRelease", "Wait");
    world.tasks.values().forEach(FakeTask::obey);
    assertThat(world.run()).containsExactly("ReleaseTasks", "DropDocuments", "RetryAt", "Wait");

    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.recorded.reason()).isEqualTo(Reason.BackingOff);
    assertThat(world.recorded.message()).contains("Attempt 1 failed (AgentRestarted)");
    assertThat(world.claim()).isNotNull();
    world.now = world.now.plus(Duration.ofSeconds(7));
    assertThat(world.run()).containsExactly("Claim", "StartAttempt", "CreateTasks", "Wait");
    assertThat(world.recorded.attempt()).isEqualTo(2);
    assertThat(world.recorded.verdict()).isNull();
  }

  @Test
  void attemptsEndAtTheBackoffLimitAndTheTargetIsFreeAgain() {
    for (int attempt = 1; attempt <= 4; attempt++) {
      world.settle();
      assertThat(world.recorded.attempt()).isEqualTo(attempt);
      world.task("n1").fail("PeerUnreachable", false);
      world.settle();
      world.obeyed();
      world.settle();
      world.now = world.now.plus(Duration.ofDays(1));
    }

    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.BackoffLimitExceeded);
    assertThat(world.recorded.message())
        .contains("4 attempts", "TransferFailed", "PeerUnreachable: it broke.");
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(world.guarded).isFalse();
    assertThat(world.decide()).isEqualTo(new JobDecision.Done());
  }

  @Test
  void refusalByAnEngineIsNotTriedAgain() {
    world.settle();
    world.task("n1").fail("PeerClosed", false);
    world.task("n2").fail("Refused", true);
    world.settle();
    world.obeyed();
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.EngineRefused);
    assertThat(world.recorded.message()).isEqualTo("Node \"n2\": Refused: it broke.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PeerUnreachable", "PeerFailed"})
  void causeThatIsHeardOfAfterItsEchoTakesItsPlace(String echo) {
    world.settle();
    world.task("n2").fail(echo, false);
    world.settle();
    assertThat(world.recorded.message()).isEqualTo("Node \"n2\": " + echo + ": it broke.");
    world.task("n1").fail("EngineFailed", false);

    assertThat(world.step()).isInstanceOf(JobDecision.EndAttempt.class);
    assertThat(world.recorded.message()).isEqualTo("Node \"n1\": EngineFailed: it broke.");
    assertThat(world.recorded.failures()).isEqualTo(1);
    assertThat(world.run()).containsExactly("Wait");
  }

  @Test
  void causeIsToldBeforeItsEcho() {
    world.settle();
    world.task("n1").fail("PeerUnreachable", false);
    world.task("n2").fail("EngineFailed", false);
    world.settle();

    assertThat(world.recorded.message()).isEqualTo("Node \"n2\": EngineFailed: it broke.");
  }

  @Test
  void causeStaysWhenItsEchoesComeAndSoDoesTheFirstOfTwo() {
    world.settle();
    world.task("n2").fail("EngineFailed", false);
    world.settle();
    world.task("n1").fail("PeerUnreachable", false);
    world.settle();
    world.task("n1").fail("RuntimeGone", false);
    world.settle();

    assertThat(world.recorded.message()).isEqualTo("Node \"n2\": EngineFailed: it broke.");
  }

  @Test
  void deletionInMidAttemptAbortsDrainsAndFrees() {
    world.settle();
    world.deleting = true;

    assertThat(world.run()).containsExactly("EndAttempt", "IssueCommand", "DeleteTasks", "Wait");
    world.obeyed();
    assertThat(world.run())
        .containsExactly(
            "ReleaseTasks", "DropDocuments", "FreeTarget", "FreeSource", "Unguard", "Done");
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void deletionAfterTheVerdictDoesNotStopTheCommit() {
    world.moved();
    world.step();
    assertThat(world.recorded.verdict()).isEqualTo(Verdict.Commit);
    world.deleting = true;
    world.settle();
    world.obeyed();
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
  }

  @Test
  void deletionWhileItWaitsHoldsNothingUp() {
    world.source = null;
    world.settle();
    world.deleting = true;

    assertThat(world.decide()).isEqualTo(new JobDecision.Done());
  }
}
