package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.QuarantineReason;
import io.kvreshard.crd.QuarantineRelease;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that cannot prove that they are quiet: what is on record, and how it ends. */
class QuarantineTest {
  private static final Duration LOST = Duration.ofMinutes(6);

  @TempDir Path directory;
  @AutoClose private Play play;
  private String operation;

  /** A job of which the first node has given the attempt up. */
  @BeforeEach
  void begin() {
    play = new Play(directory);
    var job = play.site.job("move", Site.spec("a", "b", null, null, 0L, null));
    operation = job.getMetadata().getUid() + "/1/0";
    play.until(() -> play.tasks().stream().allMatch(QuarantineTest::isAtWork));
    assertThat(play.tasks()).hasSize(2);
    play.n1.trouble = _ -> Optional.of(new TaskFailure("EngineFailed", "out of luck", false));
  }

  private static boolean isAtWork(KVTransferTask task) {
    return task.getStatus() != null && task.getStatus().state() == TaskState.Running;
  }

  @Test
  void lostNodeIsOnRecordAndTheJobIsFree() throws Exception {
    lose();

    assertThat(target().phase()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(target().phaseAfterQuarantine()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(noise())
        .satisfies(
            it -> {
              assertThat(it.node()).isEqualTo("n2");
              assertThat(it.operation()).isEqualTo(operation);
              assertThat(it.reason()).isEqualTo(QuarantineReason.AgentSilent);
            });
    assertThat(play.site.snapshot("a").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(play.tasks())
        .singleElement()
        .satisfies(
            task -> {
              assertThat(task.getSpec().nodeName()).isEqualTo("n2");
              assertThat(task.getMetadata().getLabels())
                  .containsOnlyKeys(Names.LEFT_BY, Names.ATTEMPT);
            });
    assertThat(play.documents()).isEmpty();
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Failed);
    assertThat(play.site.job("move").getMetadata().getFinalizers()).isEmpty();
    assertThat(quiesced())
        .satisfies(
            it -> {
              assertThat(it.getStatus()).isEqualTo("Unknown");
              assertThat(it.getReason()).isEqualTo("Quarantined");
              assertThat(it.getMessage()).contains("\"n2\"", "b-0, b-1, b-2, b-3", "is lost");
            });
  }

  @Test
  void nodeThatComesBackEndsIt() throws Exception {
    lose();
    play.n2.dead = false;
    play.hear("n2");
    untilNothingIsLeft();

    assertThat(target().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(target().quarantine()).isNull();
    assertThat(quiesced().getStatus()).isEqualTo("Unknown");
  }

  @Test
  void machineThatIsRemovedEndsIt() throws Exception {
    lose();
    play.site.removeMachine("n2");
    untilNothingIsLeft();

    assertThat(target().phase()).isEqualTo(SnapshotPhase.Lost);
  }

  @Test
  void machineThatIsOutOfServiceOwesNothing() throws Exception {
    play.n2.dead = true;
    play.site.taintMachine("n2");
    play.lose("n2", "n1", Duration.ofSeconds(16));
    play.until("move", JobPhase.Failed);
    play.settle();

    assertThat(target().phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(play.tasks()).isEmpty();
    assertThat(play.condition("move", "Quiesced")).isEqualTo("True");
  }

  @Test
  void agentIsTakenAtItsWord() {
    play.n2.silentEngine = "participant b-0 does not answer";
    play.site.quarantine("n2", "1", operation);
    play.until("move", JobPhase.Failed);
    play.settle();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(noise().reason()).isEqualTo(QuarantineReason.EngineSilent);
    assertThat(noise().message()).contains("participant b-0 does not answer");
    assertThat(quiesced().getMessage()).contains("participant b-0 does not answer");

    play.n2.silentEngine = null;
    untilNothingIsLeft();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void recordOfAnAgentOutlivesItsTask() throws Exception {
    play.n2.silentEngine = "participant b-0 does not answer";
    play.site.quarantine("n2", "1", operation);
    play.until("move", JobPhase.Failed);
    play.settle();
    var task = play.tasks().getFirst();
    task.getMetadata().setFinalizers(List.of());
    var _ = play.plane.replace(task);
    play.settle();
    assertThat(play.tasks()).isEmpty();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Quarantined);

    play.site.agent("n2", "1");
    play.settle();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void personVouchesForWhatIsOnRecordAndForNothingElse() throws Exception {
    lose();
    vouch("node-b was powered off");
    play.settle();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(target().quarantine()).isNull();
    assertThat(target().conditions())
        .filteredOn(it -> it.getType().equals("QuarantineReleased"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.getMessage())
                    .contains("node-b was powered off", "\"n2\"", operation));
    assertThat(QuarantineRelease.reason(play.site.snapshot("b"))).isEmpty();
    assertThat(play.nextSweep()).isLessThan(OrphanSweep.PERIOD);
    assertThat(play.tasks()).isEmpty();
    assertThat(play.nextSweep()).isEqualTo(OrphanSweep.PERIOD);
    assertThat(quiesced().getStatus()).isEqualTo("Unknown");

    vouch("once more, in advance");
    play.settle();
    assertThat(QuarantineRelease.reason(play.site.snapshot("b"))).isEmpty();
  }

  private void vouch(String reason) throws Exception {
    var snapshot = play.site.snapshot("b");
    snapshot.getMetadata().setAnnotations(Map.of(QuarantineRelease.ANNOTATION, reason));
    var _ = play.plane.replace(snapshot);
  }

  @Test
  void orphanOfALostNodeIsOnRecord() throws Exception {
    play.n2.dead = true;
    removeByForce();
    play.lose("n2", "n1", LOST);
    play.until(
        () -> {
          play.sweep();
          return play.tasks().size() == 1;
        });
    play.settle();

    assertThat(target().phase()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(target().claim()).isNull();
    assertThat(noise().node()).isEqualTo("n2");
    play.n2.dead = false;
    play.hear("n2");
    untilNothingIsLeft();
    assertThat(target().phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void orphanOfAnAgentThatLivesAndSaysNothingIsOnRecord() throws Exception {
    play.n2.dead = true;
    removeByForce();
    for (int i = 0; i < 3; i++) {
      play.sweep();
      play.settle();
      play.pass(Duration.ofMinutes(16));
      play.hear("n1");
      play.hear("n2");
    }
    play.sweep();
    play.settle();

    assertThat(play.tasks()).hasSize(1);
    assertThat(noise().node()).isEqualTo("n2");
    assertThat(noise().message()).contains("lives, but has not said");
    assertThat(target().claim()).isNull();
  }

  private void removeByForce() throws Exception {
    var job = play.site.job("move");
    job.getMetadata().setFinalizers(List.of());
    play.plane.delete(play.plane.replace(job));
    play.sweep();
    play.settle();
  }

  private void lose() throws Exception {
    play.n2.dead = true;
    play.settle();
    play.lose("n2", "n1", LOST);
    play.until("move", JobPhase.Failed);
    play.settle();
  }

  private void untilNothingIsLeft() {
    play.until(
        () -> {
          play.sweep();
          return play.tasks().isEmpty();
        });
    play.settle();
  }

  private KVSnapshotStatus target() {
    return play.site.snapshot("b").getStatus();
  }

  private Quarantine noise() {
    return Objects.requireNonNull(target().quarantine()).getFirst();
  }

  private io.fabric8.kubernetes.api.model.Condition quiesced() {
    return Objects.requireNonNull(play.status("move").conditions()).stream()
        .filter(it -> it.getType().equals("Quiesced"))
        .findFirst()
        .orElseThrow();
  }
}
