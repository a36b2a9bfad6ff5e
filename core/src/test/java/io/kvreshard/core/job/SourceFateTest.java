package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.SnapshotPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Release of the source: when it is decided, and upon what. Its coordinator is on n1. */
class SourceFateTest {
  private final World world = new World();

  @BeforeEach
  void success() {
    world.afterSuccess = AfterSuccess.Release;
    world.moved();
    world.settle();
    world.task("n2").obey();
    while (world.recorded.phase() != Phase.Succeeded) {
      world.step();
    }
  }

  @Test
  void sourceIsClosedThenReleasedWhenAllElseIsQuiet() {
    assertThat(steps()).containsExactly("FreeTarget", "IssueCommand", "DeleteTasks", "Wait");
    assertThat(world.task("n1").deleting).isFalse();
    assertThat(world.task("n1").afterSuccess).isNull();
    assertThat(phase()).isEqualTo(SnapshotPhase.Ready);

    world.task("n2").obey();
    assertThat(steps())
        .containsExactly("ReleaseTasks", "CloseSource", "SettleSource", "DeleteTasks", "Wait");
    assertThat(world.task("n1").afterSuccess).isEqualTo(AfterSuccess.Release);
    assertThat(phase()).isEqualTo(SnapshotPhase.Released);
    assertThat(world.recorded.message())
        .contains("activated in KVSnapshot \"b\"", "KVSnapshot \"a\" (spec.source) is released");

    world.obeyed();
    assertThat(steps())
        .containsExactly(
            "ReleaseTasks", "DropDocuments", "RecordQuiet", "FreeSource", "Unguard", "Done");
  }

  @Test
  void sourceThatAnotherJobHasComeToReadStays() {
    world.settle();
    readers(World.UID, "late");
    world.task("n2").obey();

    assertThat(steps())
        .containsExactly("ReleaseTasks", "FreeSource", "SettleSource", "DeleteTasks", "Wait");
    assertThat(world.task("n1").afterSuccess).isEqualTo(AfterSuccess.Retain);
    assertThat(phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(Ends.present(world.source).readers()).containsExactly("late");
    assertThat(world.recorded.message())
        .contains("KVSnapshot \"a\" (spec.source) was read by other jobs");
    world.obeyed();
    world.settle();
    assertThat(world.guarded).isFalse();
  }

  @Test
  void operatorThatDiedAfterItClosedTheSourceIsContinued() {
    world.settle();
    world.task("n2").obey();
    while (!(world.step() instanceof JobDecision.CloseSource)) {}

    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.SettleSource.class,
            settle -> assertThat(settle.fate()).isEqualTo(AfterSuccess.Release));
  }

  @ParameterizedTest
  @EnumSource(names = {"Lost", "Quarantined"})
  void sourceThatIsNotThereAsItWasIsNotReleased(SnapshotPhase phase) {
    world.settle();
    world.source = Applied.phase(world.source, phase);
    world.task("n2").obey();
    world.settle();

    assertThat(world.task("n1").afterSuccess).isEqualTo(AfterSuccess.Retain);
    assertThat(phase()).isEqualTo(phase);
  }

  @Test
  void sourceThatIsGoneNeedsNoRelease() {
    world.source = null;
    world.settle();
    world.task("n2").obey();
    world.settle();
    assertThat(world.task("n1").afterSuccess).isEqualTo(AfterSuccess.Retain);
    world.obeyed();
    assertThat(steps()).endsWith("Unguard", "Done");
  }

  @Test
  void failedJobReleasesNothing() {
    var failing = new World();
    failing.afterSuccess = AfterSuccess.Release;
    failing.settle();
    failing.task("n2").fail("EngineRefused", true);
    failing.settle();
    failing.obeyed();
    failing.settle();

    assertThat(failing.recorded.phase()).isEqualTo(Phase.Failed);
    assertThat(Ends.present(failing.source).phase()).isEqualTo(SnapshotPhase.Ready);
  }

  private SnapshotPhase phase() {
    return Ends.present(world.source).phase();
  }

  private void readers(String... uids) {
    var old = Ends.present(world.source);
    world.source =
        new SnapshotView(
            old.name(),
            old.phase(),
            old.documents(),
            old.binding(),
            old.claim(),
            Set.of(uids),
            List.of());
  }

  private List<String> steps() {
    var steps = new ArrayList<String>();
    JobDecision decision;
    do {
      decision = world.step();
      steps.add(decision.getClass().getSimpleName());
    } while (!(decision instanceof JobDecision.Wait) && !(decision instanceof JobDecision.Done));
    return steps;
  }
}
