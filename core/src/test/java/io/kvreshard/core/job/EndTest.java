package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** After the verdict: commitment, quiet, quarantine. */
class EndTest {
  private final World world = new World();

  @Test
  void commitWaitsForTheAgentHoweverLongItIsAway() {
    committing();
    world.agent("n2", "i1", Duration.ofDays(1));

    var wait = (JobDecision.Wait) world.decide();
    assertThat(wait.reason()).isEqualTo(Reason.Committing);
    assertThat(wait.quiesced()).isEqualTo(Truth.Unknown);

    world.agent("n2", "i2", Duration.ZERO);
    world.task("n2").obey();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
  }

  @Test
  void acknowledgementThatComesSoonIsNotWaitedForInWriting() {
    committing();
    var decided = world.recorded.message();
    still(Duration.ofMillis(4999));
    assertThat(((JobDecision.Wait) world.decide()).message()).isEqualTo(decided);

    still(Duration.ofSeconds(5));
    assertThat(((JobDecision.Wait) world.decide()).message())
        .contains("waiting for the target engine's acknowledgement on node \"n2\"");
  }

  @Test
  void commitThatIsNotAcknowledgedSaysWhoHasToDoWhat() {
    committing();
    still(Duration.ofMinutes(1).plusMillis(1));
    var silent = (JobDecision.Wait) world.decide();
    assertThat(silent.reason()).isEqualTo(Reason.CommitUnanswered);
    assertThat(silent.message()).contains("on node \"n2\"", "The engine's log", "ActivationLost");

    world.agent("n2", "i1", Duration.ofDays(1));
    assertThat(((JobDecision.Wait) world.decide()).message())
        .contains("on node \"n2\"", "agent is lost", "out-of-service");
  }

  @Test
  void jobThatWasReplacedAfterTheDecisionIsGuardedAgainUntilItHoldsNothing() {
    committing();
    world.guarded = false;
    assertThat(world.step()).isInstanceOf(JobDecision.Guard.class);

    world.task("n2").obey();
    while (!(world.step() instanceof JobDecision.RecordSuccess)) {}
    world.guarded = false;
    assertThat(world.step()).isInstanceOf(JobDecision.Guard.class);

    ends();
    assertThat(world.decide()).isInstanceOf(JobDecision.Done.class);
    assertThat(world.guarded).isFalse();
  }

  private void still(Duration time) {
    world.timers = new Timers(time, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  @Test
  void failureFromBeforeTheCommandIsNoAnswerToIt() {
    committing();
    world.task("n2").fail("AgentRestarted", false);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.task("n2").fail("RuntimeGone", false);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.task("n2").quiesced = Truth.True;
    assertThat(world.step())
        .isInstanceOfSatisfying(
            JobDecision.Fail.class,
            fail -> assertThat(fail.reason()).isEqualTo(Reason.ActivationLost));
    ends();
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Lost);
  }

  @Test
  void taskThatWasThroughBeforeTheCommandCameIsAnAnswerToIt() {
    committing();
    world.task("n2").fail("RuntimeGone", false);
    world.task("n2").quiesced = Truth.True;

    assertThat(world.step())
        .isInstanceOfSatisfying(
            JobDecision.Fail.class,
            fail -> assertThat(fail.reason()).isEqualTo(Reason.ActivationLost));
  }

  @Test
  void engineThatNeitherCommitsNorDiesIsAnAnswerOnceThatIsOnRecord() {
    committing();
    world.task("n2").fail("RuntimeGone", false);
    world.task("n2").quiesced = Truth.Unknown;
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.task("n2").quarantine = "Unbind is not answered.";
    assertThat(world.decide()).isInstanceOf(JobDecision.Fail.class);
  }

  @Test
  void targetEngineThatDiedWithItsNodeCannotCommit() {
    committing();
    world.target = null;
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.agent("n2", "i1", Duration.ofMinutes(6));
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.Fail.class,
            fail -> assertThat(fail.reason()).isEqualTo(Reason.ActivationLost));
  }

  @Test
  void targetEngineThatDiedAloneCannotCommitWhateverItsAgentSays() {
    committing();
    targetIs(SnapshotPhase.Lost, Duration.ofSeconds(60));
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    targetIs(SnapshotPhase.Lost, Duration.ofSeconds(61));
    assertThat(world.step())
        .isInstanceOfSatisfying(
            JobDecision.Fail.class,
            fail -> {
              assertThat(fail.reason()).isEqualTo(Reason.ActivationLost);
              assertThat(fail.message())
                  .contains(
                      "KVSnapshot \"b\" (spec.target) is Lost", "\"n2\"", "create another job");
            });
    ends();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(world.claim()).isNull();
    assertThat(world.guarded).isFalse();
  }

  @Test
  void engineThatIsAliveIsWaitedForHoweverLongItTakes() {
    committing();
    targetIs(SnapshotPhase.Filling, Duration.ofDays(1));

    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void anotherReservationOfTheSameNameIsNotTheTarget() {
    committing();
    world.target = World.snapshot("b", 4, "n3", SnapshotPhase.Reserved);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.agent("n2", "i1", Duration.ofMinutes(6));
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.Fail.class,
            fail -> assertThat(fail.reason()).isEqualTo(Reason.ActivationLost));
  }

  @Test
  void acknowledgementCountsEvenIfTheEngineDiedThereafter() {
    committing();
    world.task("n2").obey();
    world.target = null;

    assertThat(world.decide()).isInstanceOf(JobDecision.RecordSuccess.class);
  }

  @Test
  void refusalThatIsHeardAfterItsEchoEndsTheJob() {
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.TransferFailed);

    world.task("n2").fail("EngineRefused", true);
    world.task("n2").quiesced = Truth.True;
    assertThat(world.step())
        .isInstanceOfSatisfying(
            JobDecision.EndAttempt.class,
            end -> {
              assertThat(end.reason()).isEqualTo(Reason.EngineRefused);
              assertThat(end.message()).contains("\"n2\"", "it broke");
            });
    world.settle();
    world.obeyed();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(world.recorded.reason()).isEqualTo(Reason.EngineRefused);
    assertThat(world.recorded.attempt()).isEqualTo(1);
    assertThat(world.recorded.verdict()).isEqualTo(Verdict.Abort);
  }

  @Test
  void lostAgentKeepsTheAttemptFromBeingTriedAgainUntilQuietIsProven() {
    world.settle();
    world.agent("n1", "i1", Duration.ofMinutes(1));
    world.settle();
    world.task("n2").obey();
    world.settle();

    assertThat(world.nodes()).containsExactly("n1", "n2");
    assertThat(world.task("n2").release).isEqualTo(Release.WITHHELD);
    assertThat(world.quiesced()).isEqualTo(Truth.Unknown);
    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);

    world.agent("n1", "i2", Duration.ZERO);
    world.obeyed();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.quiesced()).isEqualTo(Truth.True);
  }

  @Test
  void taskThatALostAgentNeverAcceptedIsQuiet() {
    world.settle();
    world.task("n1").incarnation = null;
    world.task("n1").state = null;
    world.agent("n1", "i1", Duration.ofMinutes(1));
    world.settle();

    assertThat(world.nodes()).containsExactly("n2");
  }

  @Test
  void noiseOfALostNodeIsPutOnRecordAfterFiveMinutes() {
    world.settle();
    world.agent("n2", "i1", Duration.ofMinutes(1));
    world.settle();
    world.task("n1").obey();
    world.settle();
    world.agent("n2", "i1", Duration.ofMinutes(6));
    world.settle();
    // The source's pages were never in danger.
    assertThat(world.task("n1").release).isEqualTo(Release.ORDERED);
    world.task("n1").obey();
    world.settle();

    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(Ends.present(world.source).phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(world.tasks).isEmpty();
    assertThat(world.left).containsOnlyKeys("1-n2");
    world.now = world.now.plus(Duration.ofHours(1));
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.TargetNotReserved);
    assertThat(world.recorded.quarantine())
        .isEqualTo(
            "Node \"n2\" may still touch the pages of the target's participants b0, b1, b2, b3:"
                + " The agent of node \"n2\" is lost.");
    assertThat(world.guarded).isFalse();
  }

  @Test
  void succeededJobIsNotHeldForEverByALostSourceNode() {
    world.moved();
    world.settle();
    world.task("n2").obey();
    world.settle();
    world.obeyed();
    world.task("n1").quiesced = Truth.False;
    world.agent("n1", "i1", Duration.ofMinutes(6));
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(Ends.present(world.source).phase()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(world.tasks).isEmpty();
    assertThat(world.recorded.quarantine()).contains("\"n1\"", "the source's participants a0, a1");
    assertThat(world.quiesced()).isNotEqualTo(Truth.True);
    assertThat(world.guarded).isFalse();
  }

  @Test
  void targetIsReadyAsSoonAsTheJobHasSucceededWhateverTheSourcesNodesDo() {
    world.moved();
    world.settle();
    world.task("n2").obey();
    world.agent("n1", "i1", Duration.ofMinutes(1));
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(world.claim()).isNull();
    assertThat(world.quiesced()).isEqualTo(Truth.Unknown);
    assertThat(Ends.present(world.source).readers()).containsExactly(World.UID);
  }

  @Test
  void pausesDoubleUpToFiveMinutesAndAreSpread() {
    assertThat(Backoff.after("u", 1)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(6));
    assertThat(Backoff.after("u", 3)).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(24));
    assertThat(Backoff.after("u", 1_000)).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
    assertThat(Backoff.after("u", 1)).isEqualTo(Backoff.after("u", 1));
    assertThat(Backoff.after("u", 1)).isNotEqualTo(Backoff.after("v", 1));
  }

  /** One node was told to commit, the other to abort: each is taken away in its own way. */
  private void ends() {
    for (int i = 0; i < 3; i++) {
      world.settle();
      world.obeyed();
    }
    world.settle();
  }

  private void targetIs(SnapshotPhase phase, Duration since) {
    world.target = Applied.phase(world.target, phase);
    world.timers = new Timers(Duration.ZERO, Duration.ZERO, since, Duration.ZERO);
  }

  private void committing() {
    world.moved();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Committing);
    assertThat(world.task("n2").command).isEqualTo(Command.Commit);
    assertThat(world.task("n1").command).isEqualTo(Command.Run);
  }
}
