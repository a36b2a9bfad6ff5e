package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.JobDecision.TaskDecision;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.AgentView.Contact;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks without a job. The source is on n1, the target and its coordinator on n2. */
class OrphansTest {
  private static final String OPERATION = World.UID + "/1/0";

  private final Map<String, AgentView> agents = new HashMap<>();
  private final Set<String> down = new HashSet<>();
  private final FakeTask n1 = new FakeTask("n1", 1, Map.of("n1", "i1", "n2", "i1"));
  private final FakeTask n2 = new FakeTask("n2", 1, Map.of("n1", "i1", "n2", "i1"));
  private Command verdict = Command.Abort;
  private SnapshotView source = World.snapshot("a", 2, "n1", SnapshotPhase.Ready);
  private SnapshotView target = World.snapshot("b", 4, "n2", SnapshotPhase.Filling);

  @BeforeEach
  void held() {
    n1.source = Set.of("a0", "a1");
    n2.target = Set.of("b0", "b1");
    n2.coordinates = Set.of(Side.Target);
    agent("n1", Duration.ZERO);
    agent("n2", Duration.ZERO);
    source = with(source, null, Set.of(World.UID), List.of());
    target = with(target, new ClaimView(World.UID, 1), Set.of(), List.of());
  }

  @Test
  void orphansEndAsWithTheirJob() {
    assertThat(abandoned())
        .hasValue(new JobDecision.IssueCommand(Command.Abort, Set.of("1-n1", "1-n2"), null));
    commanded();
    n1.quiesced = Truth.True;
    assertThat(abandoned()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n1")));
    n2.quiesced = Truth.True;
    n1.held = false;
    assertThat(abandoned()).hasValue(new JobDecision.OrderRelease(Set.of("1-n2")));
    n2.release = Release.ORDERED;
    assertThat(abandoned()).isEmpty();
    n2.release = Release.DONE;
    assertThat(abandoned()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void whoWasToldToCommitIsNotToldToAbort() {
    n2.command = Command.Commit;

    assertThat(abandoned())
        .hasValue(new JobDecision.IssueCommand(Command.Abort, Set.of("1-n1"), null));
  }

  @Test
  void tasksThatWereMadeAfterTheEndOfTheirJobAreAborted() {
    source = World.snapshot("a", 2, "n1", SnapshotPhase.Ready);
    target = World.snapshot("b", 4, "n2", SnapshotPhase.Ready);

    assertThat(Orphans.late(remains()))
        .hasValue(new JobDecision.IssueCommand(Command.Abort, Set.of("1-n1", "1-n2"), null));
  }

  @Test
  void jobThatHoldsSomethingLooksAfterItsTasks() {
    target = World.snapshot("b", 4, "n2", SnapshotPhase.Ready);

    assertThat(Orphans.late(remains())).isEmpty();
  }

  @Test
  void lostNodeIsRecordedBeforeItsTaskIsLeft() {
    commanded();
    n1.quiesced = Truth.True;
    n1.held = false;
    agent("n2", Duration.ofMinutes(6));

    assertThat(abandoned())
        .hasValue(
            new JobDecision.Quarantine(
                Side.Target,
                "n2",
                OPERATION,
                QuarantineReason.AgentSilent,
                "The agent of node \"n2\" is lost."));
    target = with(target, target.claim(), Set.of(), List.of(record()));
    assertThat(abandoned().orElseThrow()).isInstanceOf(JobDecision.LeaveTasks.class);
  }

  @Test
  void orphanWithoutSnapshotIsLeft() {
    commanded();
    n1.quiesced = Truth.True;
    n1.held = false;
    agent("n2", Duration.ofMinutes(6));
    target = with(target, null, Set.of(), List.of());

    assertThat(abandoned().orElseThrow()).isInstanceOf(JobDecision.LeaveTasks.class);
  }

  @Test
  void leftTaskWaitsForItsAgent() {
    left();

    assertThat(leftBehind()).isEmpty();
    agent("n2", Duration.ZERO);
    assertThat(leftBehind()).isEmpty();
    n2.quiesced = Truth.True;
    assertThat(leftBehind()).isEmpty();

    target = with(target, null, Set.of(), List.of());
    assertThat(leftBehind()).hasValue(new JobDecision.OrderRelease(Set.of("1-n2")));
    n2.release = Release.DONE;
    assertThat(leftBehind()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void leftTaskOfAMachineThatIsDownIsOver() {
    left();
    down.add("n2");

    assertThat(leftBehind()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void leftTaskThatAPersonVouchesForIsOver() {
    left();
    target = with(target, null, Set.of(), List.of());

    assertThat(leftBehind()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  @Test
  void leftTaskOfASnapshotThatIsGoneIsNotVouchedFor() {
    left();
    target = Applied.phase(with(target, null, Set.of(), List.of()), SnapshotPhase.Lost);

    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void leftTaskOfACommittedTargetKeepsItsCoordinatorUntilItIsQuiet() {
    left();
    verdict = Command.Commit;
    target = with(target, null, Set.of(), List.of());

    assertThat(leftBehind()).hasValue(new JobDecision.OrderRelease(Set.of("1-n2")));
    n2.release = Release.ORDERED;
    assertThat(leftBehind()).isEmpty();
    n2.quiesced = Truth.True;
    n2.release = Release.DONE;
    assertThat(leftBehind()).hasValue(new JobDecision.ReleaseTasks(Set.of("1-n2")));
  }

  private void commanded() {
    for (var task : List.of(n1, n2)) {
      task.command = Command.Abort;
      task.deleting = true;
    }
  }

  private void left() {
    commanded();
    n1.held = false;
    agent("n2", Duration.ofMinutes(6));
    target = with(target, null, Set.of(), List.of(record()));
  }

  private static QuarantineRecord record() {
    return new QuarantineRecord(
        "n2", OPERATION, QuarantineReason.AgentSilent, "It is lost.", Instant.EPOCH);
  }

  private void agent(String node, Duration silence) {
    agents.put(
        node,
        new AgentView(
            node, "i1", node + ":1", List.of(), List.of(), Contact.after(silence, World.PATIENCE)));
  }

  private Optional<TaskDecision> abandoned() {
    return Orphans.abandoned(remains());
  }

  private Optional<TaskDecision> leftBehind() {
    return Orphans.leftBehind(remains());
  }

  private Remains remains() {
    return new Remains(
        World.UID,
        List.of(n1, n2).stream().filter(task -> task.held).map(FakeTask::view).toList(),
        verdict,
        null,
        source,
        target,
        agents,
        down,
        Duration.ZERO);
  }

  private static SnapshotView with(
      SnapshotView old,
      @Nullable ClaimView claim,
      Set<String> readers,
      List<QuarantineRecord> quarantine) {
    return new SnapshotView(
        old.name(),
        quarantine.isEmpty() ? old.phase() : SnapshotPhase.Quarantined,
        old.documents(),
        old.binding(),
        claim,
        readers,
        quarantine);
  }
}
