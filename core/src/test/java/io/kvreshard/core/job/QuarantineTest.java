package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Noise that cannot be waited for: n1 has the source and its coordinator, n2 the target's. */
class QuarantineTest {
  private static final String OPERATION = World.UID + "/1/0";

  private final World world = new World();

  @BeforeEach
  void failed() {
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    world.task("n1").obey();
  }

  @Test
  void agentThatHasPutItOnItsOwnRecordIsTakenAtItsWord() {
    world.task("n2").quiesced = Truth.Unknown;
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.task("n2").quarantine = "Unbind of participant b0 is not answered.";
    assertThat(world.step())
        .isEqualTo(
            new JobDecision.Quarantine(
                Side.Target,
                "n2",
                OPERATION,
                QuarantineReason.EngineSilent,
                "Unbind of participant b0 is not answered."));
    world.settle();
    world.task("n1").obey();
    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n1")));
    assertThat(world.step())
        .isEqualTo(
            new JobDecision.LeaveTasks(
                Set.of("1-n2"),
                "Node \"n2\" may still touch the pages of the target's participants b0, b1, b2, b3:"
                    + " Unbind of participant b0 is not answered."));
  }

  /**
   * The snapshot looks at the task to see that it is quiet: a task that has gone proves nothing.
   */
  @Test
  void taskThatProvesQuietStaysUntilTheRecordIsGone() {
    world.agent("n2", "i1", Duration.ofMinutes(6));
    assertThat(world.step()).isInstanceOf(JobDecision.Quarantine.class);
    world.agent("n2", "i1", Duration.ZERO);
    world.task("n2").quiesced = Truth.True;
    world.task("n2").release = Release.DONE;
    assertThat(world.decide()).isNotInstanceOf(JobDecision.ReleaseTasks.class);

    var target = Ends.present(world.target);
    world.target =
        new SnapshotView(
            target.name(),
            SnapshotPhase.Filling,
            target.documents(),
            target.binding(),
            target.claim(),
            target.readers(),
            List.of());
    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void lostNodeIsWaitedForForFiveMinutes() {
    world.agent("n2", "i1", Duration.ofMinutes(5));
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.Wait.class, wait -> assertThat(wait.quiesced()).isEqualTo(Truth.Unknown));

    world.agent("n2", "i1", Duration.ofMinutes(5).plusMillis(1));
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.Quarantine.class,
            it -> assertThat(it.reason()).isEqualTo(QuarantineReason.AgentSilent));
  }

  @Test
  void agentThatLivesAndSaysNothingIsWaitedForForAQuarterOfAnHour() {
    world.timers = new Timers(Duration.ofMinutes(15), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);

    world.timers = new Timers(Duration.ofMinutes(16), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.Quarantine.class,
            it -> assertThat(it.message()).contains("\"n2\"", "lives", "15 min"));
  }

  @Test
  void machineThatDoesNotRunIsQuietAndHoldsNothing() {
    world.agent("n2", "i1", Duration.ofMinutes(1));
    world.down.add("n2");

    assertThat(world.step()).isEqualTo(new JobDecision.ReleaseTasks(Set.of("1-n2")));
    assertThat(world.step()).isEqualTo(new JobDecision.OrderRelease(Set.of("1-n1")));
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Filling);
  }

  @Test
  void engineOfAQuarantinedSideKeepsItsPages() {
    world.task("n2").target = Set.of("b0", "b1");
    world.agent("n3", "i1", Duration.ofMinutes(6));
    var third = new FakeTask("n3", 1, world.task("n2").nodes);
    third.target = Set.of("b2", "b3");
    third.deleting = true;
    third.command = Command.Abort;
    world.tasks.put("1-n3", third);
    world.task("n2").obey();

    assertThat(world.step())
        .isInstanceOfSatisfying(
            JobDecision.Quarantine.class, it -> assertThat(it.node()).isEqualTo("n3"));
    assertThat(world.step()).isEqualTo(new JobDecision.OrderRelease(Set.of("1-n1")));
    world.task("n1").obey();
    world.settle();
    assertThat(world.left).containsOnlyKeys("1-n2", "1-n3");
    assertThat(Objects.requireNonNull(world.left.get("1-n2")).release).isEqualTo(Release.WITHHELD);
  }

  @Test
  void nodeOfACoordinatorAloneTouchesNoPages() {
    world.task("n2").target = Set.of();
    world.agent("n2", "i1", Duration.ofMinutes(6));
    world.settle();
    world.task("n1").obey();
    world.settle();

    assertThat(world.left).containsOnlyKeys("1-n2");
    assertThat(Objects.requireNonNull(world.left.get("1-n2")).release).isEqualTo(Release.ORDERED);
    assertThat(world.recorded.quarantine()).isEmpty();
    assertThat(Ends.present(world.target).phase()).isEqualTo(SnapshotPhase.Filling);
  }

  @Test
  void pagesOfAnotherGenerationAreNotTheJobs() {
    world.agent("n2", "i1", Duration.ofMinutes(6));
    world.target = World.snapshot("b", 4, "n2", SnapshotPhase.Reserved);
    world.settle();
    world.task("n1").obey();
    world.settle();

    assertThat(Ends.present(world.target).quarantine()).isEmpty();
    assertThat(world.left).containsOnlyKeys("1-n2");
    assertThat(world.recorded.quarantine()).contains("\"n2\"");
  }

  @Test
  void noiseWithoutAPlaceForItsRecordHoldsTheJob() {
    var others =
        Collections.nCopies(
            QuarantineRecord.MOST,
            new QuarantineRecord("n9", "u/1/0", QuarantineReason.AgentSilent, "", Instant.EPOCH));
    world.target = Applied.quarantined(Ends.present(world.target), others);
    world.agent("n2", "i1", Duration.ofMinutes(6));

    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void committedTargetIsInNoDanger() {
    var good = new World();
    good.moved();
    good.settle();
    good.task("n2").obey();
    good.settle();
    good.task("n1").obey();
    good.agent("n2", "i1", Duration.ofMinutes(6));
    good.settle();

    assertThat(Ends.present(good.target).phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(good.left).containsOnlyKeys("1-n2");
    assertThat(good.recorded.quarantine()).isEmpty();
    assertThat(good.quiesced()).isEqualTo(Truth.True);
  }

  @Test
  void jobThatLeftNoiseBehindNeverSaysThatItIsQuiet() {
    var findings = JobFindings.of(Phase.Failed, Reason.EngineRefused, "", Truth.True, "Node n2 …");

    assertThat(findings)
        .contains(new Finding("Quiesced", Truth.Unknown, "Quarantined", "Node n2 …"));
  }
}
