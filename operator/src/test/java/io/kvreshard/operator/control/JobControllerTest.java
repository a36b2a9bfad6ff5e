package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.Verdict;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.operator.testing.BeforeWrites;
import io.kvreshard.operator.testing.Models;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs from `kubectl apply` to their end, with agents that follow a script. */
class JobControllerTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  @Test
  void happyPathActivatesTheTargetAndLeavesNothingBehind() {
    var _ = play.site.job("move", Site.PLAIN);

    play.until("move", JobPhase.Succeeded);
    var status = play.status("move");
    assertThat(Objects.requireNonNull(status.plan()).bytes()).isEqualTo(Models.BYTES);
    assertThat(Objects.requireNonNull(status.progress()).percent()).isEqualTo(100);
    assertThat(Objects.requireNonNull(status.decision()).verdict()).isEqualTo(Verdict.Commit);
    assertThat(status.observedGeneration()).isEqualTo(1);

    play.settle();
    assertNothingLeft("move", SnapshotPhase.Ready);
    assertThat(play.condition("move", "Succeeded")).isEqualTo("True");
    assertThat(play.condition("move", "Ready")).isEqualTo("True");
    assertThat(play.condition("move", "Reconciling")).isEqualTo("False");
  }

  @Test
  void jobThatGoesBeforeItHasItsFinalizerHoldsNothing() {
    play.settle();
    var _ = play.site.job("move", Site.PLAIN);
    play.turn(new BeforeWrites(Verb.REPLACE, KVReshardJob.class, play.plane::delete));
    assertThat(play.jobs()).isEmpty();
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(play.site.snapshot("a").getStatus().readers()).isNullOrEmpty();
    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
  }

  @Test
  void whatIsOnlyHeardOfEndsNoJob() {
    play.settle();
    hear("b", SnapshotPhase.Released);
    var _ = play.site.job("move", Site.PLAIN);

    play.until("move", JobPhase.Succeeded);
    play.settle();
    assertNothingLeft("move", SnapshotPhase.Ready);
  }

  @Test
  void whoTakesHoldUponOldNewsIsRefusedAndLooks() throws Exception {
    play.settle();
    hear("b", SnapshotPhase.Reserved);
    var now = play.site.snapshot("b");
    now.setStatus(in(SnapshotPhase.Released, now.getStatus()));
    var _ = play.plane.writeStatus(now);
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Failed);
    play.settle();

    assertFailed("move", "TargetNotReserved", "Released");
    assertNothingLeft("move", SnapshotPhase.Released);
  }

  /** This is what operators hear of a snapshot from now on; it has its version of now. */
  private void hear(String name, SnapshotPhase phase) {
    var heard = play.site.snapshot(name);
    heard.setStatus(in(phase, heard.getStatus()));
    play.recent.rely(
        KVSnapshot.class, key -> Optional.of(heard).filter(_ -> key.name().equals(name)));
  }

  private static KVSnapshotStatus in(SnapshotPhase phase, KVSnapshotStatus status) {
    return new KVSnapshotStatus(
        status.observedGeneration(),
        phase,
        status.phaseAfterQuarantine(),
        status.quarantine(),
        status.groups(),
        status.participants(),
        status.contents(),
        status.claim(),
        status.readers(),
        status.conditions());
  }

  @Test
  void tasksSayWhatAnAgentNeeds() {
    var job = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);

    var task =
        play.tasks().stream()
            .filter(each -> each.getSpec().nodeName().equals("n1"))
            .findFirst()
            .orElseThrow();
    var spec = task.getSpec();
    assertThat(task.getMetadata().getName())
        .isEqualTo(job.getMetadata().getUid().substring(0, 13) + "-1-n1");
    assertThat(spec.command()).isEqualTo(TaskCommand.Run);
    assertThat(spec.nodes()).hasSize(2);
    assertThat(spec.sourceAfterSuccess()).isNull();
    assertThat(spec.source().participants()).hasSize(2);
    assertThat(spec.target().participants()).hasSize(4);
    assertThat(spec.target().coordinator())
        .isEqualTo(new BoundCoordinator("b-coordinator", "n2", "7", "b-coordinator-i"));
    var documents = play.documents().getFirst();
    assertThat(documents.getImmutable()).isTrue();
    assertThat(documents.getData()).hasSize(3);
    assertThat(documents.getMetadata().getName()).isEqualTo(spec.documents());
  }

  @Test
  void failedAttemptIsRetriedAndSucceeds() {
    play.n2.trouble =
        task ->
            task.getSpec().attempt() == 1
                ? Optional.of(new TaskFailure("StreamCorrupt", "chunk 7 is damaged", false))
                : Optional.empty();
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> "BackingOff".equals(play.status("move").reason()));

    assertThat(play.status("move").message()).contains("Attempt 1", "StreamCorrupt", "chunk 7");
    assertThat(play.status("move").decision()).isNull();
    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Filling);

    play.pass(Duration.ofSeconds(7));
    play.until("move", JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(2);
    play.settle();
    assertNothingLeft("move", SnapshotPhase.Ready);
  }

  @Test
  void attemptsThatAllFailEndTheJobAndFreeTheTarget() {
    play.n1.trouble = _ -> Optional.of(new TaskFailure("EngineFailed", "out of luck", false));
    var _ = play.site.job("move", Site.spec("a", "b", null, null, 1L, null));
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    play.pass(Duration.ofSeconds(7));
    play.until("move", JobPhase.Failed);
    play.settle();

    assertFailed("move", "BackoffLimitExceeded", "2 attempts have failed", "EngineFailed");
    assertThat(Objects.requireNonNull(play.status("move").decision()).verdict())
        .isEqualTo(Verdict.Abort);
    assertNothingLeft("move", SnapshotPhase.Reserved);
  }

  @Test
  void refusalOfAnEngineEndsTheJobAtOnce() {
    play.n2.trouble = _ -> Optional.of(new TaskFailure("EngineRefused", "unknown pages", true));
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Failed);
    play.settle();

    assertFailed("move", "EngineRefused", "Node \"n2\"", "unknown pages");
    assertThat(play.status("move").attempt()).isEqualTo(1);
    assertNothingLeft("move", SnapshotPhase.Reserved);
  }

  @Test
  void ofTwoJobsWithOneTargetOneSucceedsAndTheOtherSaysWhy() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var _ = play.site.job("second", Site.PLAIN);
    play.until(() -> "TargetClaimed".equals(play.status("second").reason()));
    assertThat(play.condition("second", "Reconciling")).isEqualTo("True");
    assertThat(play.status("second").message())
        .contains(play.site.job("first").getMetadata().getUid());

    play.until("first", JobPhase.Succeeded);
    play.until("second", JobPhase.Failed);
    play.settle();
    assertFailed("second", "TargetNotReserved", "KVSnapshot \"b\" (spec.target) is Ready");
    assertThat(play.status("first").phase()).isEqualTo(JobPhase.Succeeded);
  }

  @Test
  void missingSourceIsWaitedForThenTimesOut() {
    var _ = play.site.job("move", Site.spec("nowhere", "b", 60L, null, null, null));
    play.settle();
    assertThat(play.status("move").reason()).isEqualTo("WaitingForSource");
    assertThat(play.condition("move", "Reconciling")).isEqualTo("True");
    assertThat(play.condition("move", "Stalled")).isEqualTo("False");

    play.pass(Duration.ofSeconds(61));
    play.settle();
    assertFailed("move", "PendingTimeout", "KVSnapshot \"nowhere\"");
  }

  @Test
  void sourceThatComesLateIsMoved() {
    var _ = play.site.job("move", Site.spec("late", "b", null, null, null, null));
    play.settle();
    var _ =
        play.site.engine("late", "n1", SnapshotOrigin.Exported, Models.groups("late", 1, "1", 16));
    play.restart();
    play.until("move", JobPhase.Succeeded);
  }

  @Test
  void invalidSnapshotIsRefusedWithFieldAndRule() {
    var groups = Documents.write(Models.groups("hole", 2, "1", 16));
    var placement = Objects.requireNonNull(groups.getFirst().placement());
    var broken =
        new io.kvreshard.crd.PlacementSpec(
            placement.revision(),
            placement.placementSetId(),
            placement.descriptor(),
            placement.topology(),
            placement.participants().subList(0, 1));
    var _ =
        play.site.snapshot(
            "hole",
            "n1",
            SnapshotOrigin.Exported,
            List.of(
                new io.kvreshard.crd.SnapshotGroup(
                    "default", groups.getFirst().snapshot(), broken, null)));
    var _ = play.site.job("move", Site.spec("hole", "b", null, null, null, null));
    play.settle();

    assertFailed(
        "move",
        "InvalidSnapshot",
        "KVSnapshot \"hole\" (spec.source)",
        "spec.groups[0]",
        "coverage");
    assertThat(play.tasks()).isEmpty();
    var conditions = Objects.requireNonNull(play.site.snapshot("hole").getStatus().conditions());
    assertThat(conditions)
        .filteredOn(condition -> condition.getStatus().equals("True"))
        .extracting(condition -> condition.getType())
        .containsExactly("Stalled");
  }

  @Test
  void otherGranuleIsRefused() {
    var _ = play.site.engine("c", "n2", SnapshotOrigin.Reserved, Models.groups("c", 4, "1", 32));
    play.restart();
    var _ = play.site.job("move", Site.spec("a", "c", null, null, null, null));
    play.settle();

    assertFailed("move", "GranuleMismatch", "placement.descriptor.pageSize");
  }

  @Test
  void otherRevisionIsRefused() {
    var _ = play.site.engine("c", "n2", SnapshotOrigin.Reserved, Models.groups("c", 4, "2", 16));
    play.restart();
    var _ = play.site.job("move", Site.spec("a", "c", null, null, null, null));
    play.settle();

    assertFailed("move", "IdentityMismatch", "snapshot.modelRevision");
  }

  @Test
  void jobThatTargetsItselfIsRefused() {
    var _ = play.site.job("move", Site.spec("a", "a", null, null, null, null));
    play.settle();

    assertFailed("move", "SelfTarget", "spec.target.snapshotRef.name: \"a\"");
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
  }

  @Test
  void jobThatTargetsOtherPagesOfItsSourceIsRefused() {
    var groups = Documents.write(Models.groups("a", 2, "1", 16));
    var copy = new KVSnapshotSpec(SnapshotOrigin.Reserved, "n1", "a", groups, null);
    var _ = play.site.snapshot("a-copy", copy);
    var _ = play.site.job("move", Site.spec("a", "a-copy", null, null, null, null));
    play.settle();

    assertFailed(
        "move", "SelfTarget", "\"a-copy\" and \"a\" (spec.source)", "the same processes", "a-0");
    assertThat(play.site.snapshot("a-copy").getStatus().claim()).isNull();
  }

  @Test
  void dryRunPlansAndHoldsNothing() {
    var _ = play.site.job("move", Site.spec("a", "b", null, null, null, true));
    play.settle();

    var status = play.status("move");
    assertThat(status.reason()).isEqualTo("DryRun");
    assertThat(Objects.requireNonNull(status.plan()).bytes()).isEqualTo(Models.BYTES);
    assertThat(play.condition("move", "Ready")).isEqualTo("True");
    assertThat(play.condition("move", "Succeeded")).isEqualTo("False");
    assertThat(play.site.job("move").getMetadata().getFinalizers()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
  }

  @Test
  void deletionInMidAttemptDrainsAndFrees() {
    var job = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.plane.delete(job);
    play.until(() -> play.plane.get(KVReshardJob.class, "team", "move").isEmpty());

    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
  }

  @Test
  void killedAgentEndsTheAttemptOnlyUntilItsSuccessorHasProvenQuiet() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.n2.dead = true;
    play.pass(Duration.ofSeconds(16));
    play.site.agent("n1", "1");
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Running);
    play.settle();
    assertThat(play.status("move").reason()).isEqualTo("AgentLost");
    assertThat(play.condition("move", "Quiesced")).isEqualTo("Unknown");

    play.n2.dead = false;
    play.n2.incarnation = "2";
    play.site.agent("n2", "2");
    play.restart();
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    assertThat(play.condition("move", "Quiesced")).isEqualTo("True");
  }

  @Test
  void pagesAreGivenBackWhenBothNodesAreQuietAndNotBefore() {
    play.n2.trouble = _ -> Optional.of(new TaskFailure("StreamCorrupt", "damaged", false));
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().stream().anyMatch(JobControllerTest::isRunning));
    play.n1.dead = true;
    play.settle();
    assertThat(play.tasks())
        .allMatch(task -> task.getSpec().command() == TaskCommand.Abort)
        .allMatch(task -> task.getSpec().release() == null)
        .anyMatch(task -> task.getStatus().quiesced() == Quiesced.True);

    play.n1.dead = false;
    play.until(() -> play.tasks().stream().allMatch(task -> task.getSpec().release() != null));
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    assertThat(play.tasks()).isEmpty();
  }

  private static boolean isRunning(KVTransferTask task) {
    return task.getStatus() != null && task.getStatus().state() == TaskState.Running;
  }

  @Test
  void deletedTaskEndsTheAttempt() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.plane.delete(play.tasks().getFirst());
    play.until(() -> "BackingOff".equals(play.status("move").reason()));

    assertThat(play.status("move").message()).contains("TaskDeleted");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void operatorMayBeKilledAtEveryWrite(boolean beforeTheWrite) {
    play.n2.trouble =
        task ->
            task.getSpec().attempt() == 1
                ? Optional.of(new TaskFailure("StreamCorrupt", "damaged", false))
                : Optional.empty();
    var _ = play.site.job("move", Site.PLAIN);
    for (int i = 0; i < 120; i++) {
      play.turnThatDies(beforeTheWrite);
      if (beforeTheWrite) {
        play.turnThatDies(false);
      }
      play.agents();
      assertThat(play.tasks()).allMatch(JobControllerTest::isOfTheNewestAttempt);
      if ("BackingOff".equals(play.status("move").reason())) {
        play.pass(Duration.ofSeconds(7));
      }
    }
    play.settle();

    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(2);
    assertNothingLeft("move", SnapshotPhase.Ready);
  }

  @Test
  void documentsThatCameBeforeTheirAttemptAreUsed() {
    play.settle();
    var _ = play.site.job("move", Site.PLAIN);
    play.turnThatDiesBeforeAJobsStatus();
    assertThat(play.status("move").attempt()).isNull();
    assertThat(play.documents()).hasSize(1);

    play.settle();
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(1);
    assertNothingLeft("move", SnapshotPhase.Ready);
  }

  /** Who replaces a job leaves out the finalizer. */
  @Test
  void attemptWithoutTasksGoesOnWhenItsJobWasReplacedAndItsOperatorHasDied() throws Exception {
    var _ = play.site.job("move", Site.PLAIN);
    while (play.status("move").phase() != JobPhase.Running) {
      play.turnThatDies(false);
    }
    assertThat(play.tasks()).isEmpty();
    var job = play.site.job("move");
    job.getMetadata().setFinalizers(List.of());
    var _ = play.plane.replace(job);
    play.restart();

    play.until("move", JobPhase.Succeeded);
    play.settle();
    assertThat(play.status("move").attempt()).isEqualTo(1);
    assertNothingLeft("move", SnapshotPhase.Ready);
  }

  private static boolean isOfTheNewestAttempt(KVTransferTask task) {
    var status = task.getStatus();
    return task.getSpec().attempt() == 2
        || status == null
        || status.quiesced() != Quiesced.True
        || task.getSpec().command() != TaskCommand.Commit;
  }

  private void assertFailed(String job, String reason, String... words) {
    var status = play.status(job);
    assertThat(status.phase()).isEqualTo(JobPhase.Failed);
    assertThat(status.reason()).isEqualTo(reason);
    assertThat(status.message()).contains(words).doesNotContain("Exception", "\tat ");
    assertThat(play.condition(job, "Failed")).isEqualTo("True");
    assertThat(play.condition(job, "Stalled")).isEqualTo("True");
    assertThat(play.condition(job, "Ready")).isEqualTo("False");
    assertThat(play.condition(job, "Reconciling")).isEqualTo("False");
  }

  private void assertNothingLeft(String job, SnapshotPhase target) {
    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(target);
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
    assertThat(play.site.job(job).getMetadata().getFinalizers()).isEmpty();
    assertThat(play.condition(job, "Quiesced")).isEqualTo("True");
  }
}
