package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A running attempt: what ends it, and what does not. */
class AttemptTest {
  private final World world = new World();

  @BeforeEach
  void running() {
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);
  }

  @Test
  void agentThatIsSilentForLongerThanItsLifeIsLost() {
    world.agent("n1", "i1", Duration.ofSeconds(15));
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.agent("n1", "i1", Duration.ofMillis(15_001));
    assertAborts(Reason.AgentLost, "\"n1\"");
  }

  @Test
  void agentThatWasNeverSeenIsLost() {
    world.agents.remove("n2");

    assertAborts(Reason.AgentLost, "\"n2\"");
  }

  @Test
  void otherIncarnationOfAnAgentEndsTheAttempt() {
    world.agent("n1", "i2", Duration.ZERO);

    assertAborts(Reason.AgentRestarted, "\"n1\"");
  }

  @Test
  void deletedTaskEndsTheAttempt() {
    world.task("n1").deleting = true;

    assertAborts(Reason.TaskDeleted, "\"1-n1\"");
  }

  @Test
  void vanishedTaskEndsTheAttempt() {
    world.tasks.remove("1-n1");

    assertAborts(Reason.TaskDeleted, "n1");
  }

  @Test
  void allTasksVanishedEndsTheAttempt() {
    world.tasks.clear();

    assertAborts(Reason.TaskDeleted, "gone");
  }

  @Test
  void lostDocumentsEndTheAttempt() {
    world.documents = false;

    assertAborts(Reason.DocumentsLost, "");
  }

  @Test
  void jobThatWasReplacedIsGuardedAgain() {
    world.guarded = false;

    assertThat(world.step()).isInstanceOf(JobDecision.Guard.class);
    assertThat(world.decide()).isNotInstanceOf(JobDecision.Guard.class);
  }

  @Test
  void unknownPlannerEndsTheAttempt() {
    world.planning = new Planning.Unfit("Ordinal/9 is unknown.");

    assertAborts(Reason.PlannerUnknown, "Ordinal/9 is unknown.");
  }

  @Test
  void lostClaimEndsTheAttempt() {
    world.target = World.snapshot("b", 4, "n2", SnapshotPhase.Reserved);
    assertAborts(Reason.ClaimLost, "not claimed by this job");
  }

  @Test
  void lostTargetEndsTheAttempt() {
    world.target = null;

    assertAborts(Reason.ClaimLost, "is gone");
  }

  @Test
  void quarantineOfTheTargetEndsTheAttemptAlthoughAllIsMoved() {
    world.moved();
    var record =
        new QuarantineRecord(
            "n9", World.UID + "/0/0", QuarantineReason.AgentSilent, "lost", world.now);
    world.target = Applied.quarantined(Ends.present(world.target), List.of(record));
    assertAborts(Reason.ClaimLost, "\"b\" (spec.target) is Quarantined.");

    world.settle();
    world.obeyed();
    world.settle();
    assertThat(world.recorded.verdict()).isNotEqualTo(Verdict.Commit);
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Quarantined);
  }

  @Test
  void lostSourceObjectDoesNotEndIt() {
    world.planning = world.plan();
    world.source = null;

    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void deadlineEndsItForGood() {
    world.limits = new JobLimits(Duration.ofDays(1), Duration.ofDays(2), Duration.ofMinutes(1), 3);
    world.now = world.now.plus(Duration.ofDays(2));

    assertAborts(Reason.DeadlineExceeded, "172800");
    world.settle();
    world.obeyed();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.DeadlineExceeded);
  }

  @Test
  void stuckAgentsEndIt() {
    world.timers = new Timers(Duration.ofMinutes(10), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.timers = new Timers(Duration.ofSeconds(601), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertAborts(Reason.ProgressTimeout, "601 s");
  }

  @Test
  void taskThatStopsByItselfEndsIt() {
    world.task("n1").state = TaskState.Aborted;

    assertAborts(Reason.TransferFailed, "Aborted without having been told to");
  }

  @ParameterizedTest
  @CsvSource({
    "AgentRestarted, false, AgentRestarted",
    "ProgressTimeout, false, ProgressTimeout",
    "ConnectionReset, false, TransferFailed",
    "InvalidSnapshot, true, InvalidSnapshot",
    "Refused, true, EngineRefused",
    "AgentRestarted, true, EngineRefused",
    "Succeeded, true, EngineRefused",
  })
  void agentsReasonsBecomeOurs(String reason, boolean terminal, Reason expected) {
    world.task("n1").fail(reason, terminal);

    assertAborts(expected, "Node \"n1\": " + reason + ": it broke.");
  }

  @Test
  void progressIsWrittenInStepsOfTwoPercentAndFiveSeconds() {
    var total = ((Planning.Planned) world.plan()).plan().summary().bytes();
    world.task("n2").bytesDone = total / 50 - 1;
    assertThat(waiting().progressBytes()).isNull();

    world.task("n2").bytesDone = total / 50;
    assertThat(waiting().progressBytes()).isEqualTo(total / 50);

    world.timers = new Timers(Duration.ZERO, Duration.ofMillis(4999), Duration.ZERO, Duration.ZERO);
    assertThat(waiting().progressBytes()).isNull();

    world.timers = new Timers(Duration.ZERO, Duration.ofSeconds(5), Duration.ZERO, Duration.ZERO);
    world.task("n2").bytesDone = 3 * total;
    assertThat(waiting().progressBytes()).isEqualTo(total);
  }

  @Test
  void tasksOfAnEarlierAttemptAreTakenAway() {
    var stray = new FakeTask("n9", 0, new HashMap<>());
    world.tasks.put("0-n9", stray);

    assertThat(world.step()).isInstanceOf(JobDecision.IssueCommand.class);
    assertThat(stray.command).isEqualTo(Command.Abort);
    assertThat(world.step()).isInstanceOf(JobDecision.DeleteTasks.class);
    assertThat(world.task("n1").command).isEqualTo(Command.Run);
  }

  @Test
  void operatorThatDiedWhileItCreatedTasksIsContinued() {
    var fresh = new World();
    while (!(fresh.step() instanceof JobDecision.CreateTasks)) {}
    fresh.tasks.remove("1-n2");

    assertThat(fresh.step()).isInstanceOf(JobDecision.CreateTasks.class);
    assertThat(fresh.nodes()).containsExactly("n1", "n2");
  }

  @Test
  void taskThatVanishesIsNotMadeAgainByWhoHasSeenItOrByAnybodyOnceThatIsOnRecord() {
    var fresh = new World();
    fresh.timers = new Timers(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    fresh.settle();
    assertThat(fresh.recorded.progressBytes()).isNull();
    var task = Objects.requireNonNull(fresh.tasks.remove("1-n1"));
    assertThat(fresh.decide())
        .isInstanceOfSatisfying(
            JobDecision.EndAttempt.class,
            end -> assertThat(end.reason()).isEqualTo(Reason.TaskDeleted));

    fresh.tasks.put("1-n1", task);
    fresh.timers = new Timers(Duration.ZERO, Duration.ofSeconds(5), Duration.ZERO, Duration.ZERO);
    fresh.settle();
    assertThat(fresh.recorded.progressBytes()).isZero();
    fresh.restart();
    fresh.tasks.remove("1-n1");
    assertThat(fresh.decide()).isInstanceOf(JobDecision.EndAttempt.class);
  }

  @Test
  void engineThatLeftBeforeTheTasksWereThereEndsTheAttempt() {
    var fresh = new World();
    while (!(fresh.step() instanceof JobDecision.StartAttempt)) {}
    fresh.planning = fresh.plan();
    var source = Ends.present(fresh.source);
    fresh.source =
        new SnapshotView(
            "a",
            source.phase(),
            source.documents(),
            new Binding.Unbound("Gone."),
            null,
            source.readers(),
            source.quarantine());

    assertThat(fresh.decide()).isEqualTo(new JobDecision.EndAttempt(Reason.EngineLost, "Gone."));
  }

  @Test
  void engineThatMovedWhileTasksWereCreatedEndsTheAttempt() {
    var fresh = new World();
    while (!(fresh.step() instanceof JobDecision.CreateTasks)) {}
    fresh.agent("n3", "i1", Duration.ZERO);
    var moved = World.snapshot("a", 2, "n3", SnapshotPhase.Ready);
    fresh.source = moved;

    assertThat(fresh.decide())
        .isInstanceOfSatisfying(
            JobDecision.EndAttempt.class,
            abort -> assertThat(abort.reason()).isEqualTo(Reason.EngineLost));
  }

  private JobDecision.Wait waiting() {
    return (JobDecision.Wait) world.decide();
  }

  private void assertAborts(Reason reason, String words) {
    var decision = world.step();
    assertThat(decision).isInstanceOf(JobDecision.EndAttempt.class);
    assertThat(((JobDecision.EndAttempt) decision).reason()).isEqualTo(reason);
    assertThat(((JobDecision.EndAttempt) decision).message()).contains(words);
    assertThat(world.quiesced()).isEqualTo(Truth.False);
  }
}
