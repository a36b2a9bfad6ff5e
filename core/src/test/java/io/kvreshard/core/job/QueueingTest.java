package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.queue.Place;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A job that could start, and for which there is no room. */
class QueueingTest {
  private static final Place FREE = new Place(1, null);

  private final World world = new World();

  @Test
  void jobAsksWhenItIsPlannedAndBeforeItHoldsAnything() {
    world.place = null;

    assertThat(world.run()).startsWith("AskPlace");
    assertThat(world.decide()).isEqualTo(new JobDecision.AskPlace(Set.of("n1", "n2")));
    assertThat(world.claim()).isNull();
    assertThat(Ends.present(world.source).readers()).isEmpty();
  }

  @Test
  void jobThatFindsRoomAtOnceWritesNothingOfTheQueue() {
    assertThat(world.run()).doesNotContain("Queue").contains("StartAttempt");
  }

  @Test
  void jobWaitsInLineAndStartsWhenItsPlaceIsFree() {
    full(3);
    assertThat(world.run()).endsWith("RecordPlan", "Queue");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Queued);
    assertThat(world.recorded.position()).isEqualTo(3);
    assertThat(world.recorded.reason()).isEqualTo(Reason.ClusterFull);
    assertThat(world.recorded.message())
        .isEqualTo(
            "Position 3 in line. 8 jobs move or go before this one; the cluster may have no more at a time.");
    assertThat(world.run()).containsExactly("Sleep");

    world.place = FREE;
    assertThat(world.run()).startsWith("Claim", "StartAttempt");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Running);
    assertThat(world.recorded.position()).isNull();
  }

  @Test
  void nodeThatIsWaitedForIsNamed() {
    world.place = new Place(1, new Place.Obstacle.NodeFull("n1", 2));
    world.run();

    assertThat(world.recorded.reason()).isEqualTo(Reason.NodeFull);
    assertThat(world.recorded.message()).startsWith("Position 1 in line. Node \"n1\": 2 jobs");
  }

  @Test
  void anotherPlaceIsWrittenEveryHalfMinuteAtMost() {
    full(3);
    world.run();
    full(2);
    since(Duration.ofSeconds(29));
    assertThat(world.decide()).isEqualTo(new JobDecision.Sleep(Duration.ofSeconds(1)));
    since(Duration.ofSeconds(30));
    assertThat(world.run()).containsExactly("Queue");
    assertThat(world.recorded.position()).isEqualTo(2);
  }

  @Test
  void timeInLineDoesNotCountForThePendingTimeout() {
    full(1);
    world.run();
    world.now = world.now.plus(Duration.ofDays(3));
    assertThat(world.run()).containsExactly("Sleep");

    world.source = null;
    assertThat(world.run()).containsExactly("Wait");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.recorded.reason()).isEqualTo(Reason.WaitingForSource);
    world.now = world.now.plus(Duration.ofMinutes(10));
    world.settle();
    assertThat(world.recorded.reason()).isEqualTo(Reason.PendingTimeout);
  }

  @Test
  void deadlineHoldsInLine() {
    world.limits = new JobLimits(Duration.ofDays(1), Duration.ofHours(1), Duration.ofMinutes(1), 3);
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    world.obeyed().settle();
    full(1);
    world.now = world.now.plus(Duration.ofMinutes(58));
    world.run();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Queued);
    assertThat(world.decide()).isEqualTo(new JobDecision.Sleep(Duration.ofMinutes(2)));
    world.now = world.now.plus(Duration.ofMinutes(2));
    world.settle();

    assertThat(world.recorded.reason()).isEqualTo(Reason.DeadlineExceeded);
    assertThat(world.holdsNothing()).isTrue();
  }

  @Test
  void jobInLineMayBeSuspendedAndCancelled() {
    full(1);
    world.run();
    world.wants(Intent.SUSPEND);
    assertThat(world.run()).containsExactly("Suspend", "Wait");
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.recorded.position()).isNull();
    world.wants(Intent.RUN);
    assertThat(world.run()).containsExactly("Resume", "Queue");
    world.wants(Intent.CANCEL);
    world.settle();

    assertThat(world.recorded.phase()).isEqualTo(Phase.Cancelled);
    assertThat(world.holdsNothing()).isTrue();
  }

  @Test
  void otherJobThatTakesTheTargetSendsItBack() {
    full(1);
    world.run();
    var target = Ends.present(world.target);
    world.target =
        new SnapshotView(
            target.name(),
            SnapshotPhase.Filling,
            target.documents(),
            target.binding(),
            new ClaimView("other", 1),
            Set.of(),
            List.of());

    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    assertThat(world.recorded.reason()).isEqualTo(Reason.TargetClaimed);
  }

  @Test
  void queuedJobIsReconciling() {
    assertThat(JobFindings.of(Phase.Queued, Reason.NodeFull, "", Truth.True, ""))
        .filteredOn(finding -> finding.truth() == Truth.True)
        .extracting(finding -> finding.type())
        .containsExactly("Quiesced", "Reconciling");
  }

  @Test
  void placesAreTakenFromTheStartToTheLastTask() {
    assertThat(JobNodes.held(world.seen())).isEmpty();
    while (world.recorded.phase() != Phase.Running) {
      world.step();
    }
    assertThat(JobNodes.held(world.seen())).containsExactly("n1", "n2");
    world.moved().settle();
    world.task("n2").obey();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(JobNodes.held(world.seen())).containsExactly("n1", "n2");
    world.obeyed().settle();
    assertThat(JobNodes.held(world.seen())).isEmpty();
  }

  private void full(long position) {
    world.place = new Place(position, new Place.Obstacle.ClusterFull(8));
  }

  private void since(Duration time) {
    world.timers = new Timers(Duration.ZERO, Duration.ZERO, Duration.ZERO, time);
  }
}
