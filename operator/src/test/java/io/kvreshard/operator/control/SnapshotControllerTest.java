package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.Command;
import io.kvreshard.core.job.Phase;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotControllerTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    play.settle();
  }

  @Test
  void snapshotsOfLiveEnginesAreValidAndBound() {
    var status = play.site.snapshot("a").getStatus();

    assertThat(status.phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(status.participants()).extracting(it -> it.node()).containsExactly("n1", "n1");
    assertThat(Objects.requireNonNull(status.groups()).getFirst().snapshotId())
        .startsWith("sha256:");
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(truth("a", "Valid")).isEqualTo("True");
    assertThat(truth("a", "Bound")).isEqualTo("True");
    assertThat(truth("a", "Ready")).isEqualTo("True");
  }

  @Test
  void snapshotThatIsReadyAndFreeIsOnlyLookedAtWhenSomethingIsHeard() throws Exception {
    assertThat(play.look("a")).isEmpty();
    assertThat(play.look("b")).isEmpty();

    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> !play.tasks().isEmpty());
    assertThat(play.look("a")).isPresent();
    assertThat(play.look("b")).isPresent();
  }

  @Test
  void snapshotOfAnAgentThatIsLostIsLookedAtUntilItIsThereOrItsMachineIsGone() {
    play.pass(Duration.ofSeconds(16));
    play.settle();

    assertThat(play.look("a")).isPresent();
  }

  @Test
  void silentAgentUnbindsWhatItServes() {
    play.pass(Duration.ofSeconds(16));
    play.settle();

    assertThat(truth("a", "Bound")).isEqualTo("False");
    assertThat(truth("a", "Reconciling")).isEqualTo("True");
    assertThat(play.site.snapshot("a").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void replacedProcessLosesTheSnapshot() {
    var old = play.plane.get(KVRuntime.class, "team", "a-0").orElseThrow();
    play.plane.delete(old);
    var _ = play.site.runtime("a-0-again", "n1", "a", RuntimeRole.Participant, "a-0", "1");
    play.restart();
    play.settle();

    assertThat(play.site.snapshot("a").getStatus().phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(truth("a", "Stalled")).isEqualTo("True");
  }

  @Test
  void claimOfAJobThatWasRemovedByForceIsDroppedOnceItsTasksAreGone() throws Exception {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var job = play.site.job("move");
    job.getMetadata().setFinalizers(List.of());
    job = play.plane.replace(job);
    play.plane.delete(job);
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Filling);

    play.until(
        () -> {
          play.sweep();
          return play.tasks().isEmpty();
        });
    play.settle();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
  }

  @Test
  void coreAndResourcesNameThingsAlike() {
    assertAlike(Phase.values(), JobPhase.values());
    assertAlike(Command.values(), TaskCommand.values());
    assertAlike(io.kvreshard.core.job.TaskState.values(), TaskState.values());
    assertAlike(io.kvreshard.core.snapshot.SnapshotPhase.values(), SnapshotPhase.values());
    assertAlike(io.kvreshard.core.snapshot.RuntimeRole.values(), RuntimeRole.values());
    assertAlike(
        io.kvreshard.core.snapshot.SnapshotOrigin.values(),
        io.kvreshard.crd.SnapshotOrigin.values());
    assertAlike(io.kvreshard.core.job.Verdict.values(), io.kvreshard.crd.Verdict.values());
    assertAlike(io.kvreshard.core.job.Side.values(), io.kvreshard.crd.ReceiptSide.values());
    assertAlike(
        io.kvreshard.core.snapshot.QuarantineReason.values(),
        io.kvreshard.crd.QuarantineReason.values());
    assertAlike(io.kvreshard.core.status.Truth.values(), io.kvreshard.crd.Quiesced.values());
  }

  private static void assertAlike(Enum<?>[] ours, Enum<?>[] theirs) {
    assertThat(Arrays.stream(ours).map(Enum::name).toList())
        .containsExactlyInAnyOrderElementsOf(Arrays.stream(theirs).map(Enum::name).toList());
  }

  private String truth(String snapshot, String type) {
    KVSnapshot object = play.site.snapshot(snapshot);
    return Objects.requireNonNull(object.getStatus().conditions()).stream()
        .filter(condition -> condition.getType().equals(type))
        .map(condition -> condition.getStatus())
        .findFirst()
        .orElseThrow();
  }
}
