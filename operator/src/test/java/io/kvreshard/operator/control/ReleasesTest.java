package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators and agents of different releases: what not all know is not used, nor guessed. */
class ReleasesTest {
  private static final List<Long> PEERS = List.of(1L);

  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  @Test
  void anOlderAgentGetsWhatItKnows() {
    announce("n2", List.of("Ordinal/1"), PEERS);
    assertThat(moves(Site.PLAIN)).isEqualTo("Ordinal/1");
  }

  @Test
  void newerAgentsGetWhatTheOperatorKnows() {
    for (var node : List.of("n1", "n2")) {
      announce(node, List.of("Ordinal/1", "Ordinal/2", "Balanced/1", "Eager/1"), List.of(1L, 2L));
    }
    assertThat(moves(Site.BALANCED)).isEqualTo("Balanced/1");
  }

  @Test
  void planningWaitsUntilAllAgentsKnowTheAlgorithm() {
    announce("n2", List.of("Ordinal/1"), PEERS);
    var _ = play.site.job("move", Site.BALANCED);
    play.settle();
    waits("spec.policy.replicaSelection", "node \"n2\" has Ordinal/1");

    play.site.agent("n2", "1");
    play.until("move", JobPhase.Succeeded);
    assertThat(algorithm()).isEqualTo("Balanced/1");
  }

  @Test
  void anAgentWithoutACommonPlannerIsRefusedInTime() throws ConflictException {
    announce("n1", List.of("Ordinal/2"), PEERS);
    var _ = play.site.job("move", JobSpec.of("a", "b").pendingTimeout(60L).build());
    play.settle();
    waits("node \"n1\" has Ordinal/2");

    pass(Duration.ofSeconds(61));
    play.until("move", JobPhase.Failed);
    assertThat(play.status("move").reason()).isEqualTo("PendingTimeout");
    assertThat(play.status("move").message()).startsWith("WaitingForAgents: ");
  }

  @Test
  void agentsThatDoNotUnderstandEachOtherAreNotAskedTo() {
    announce("n2", List.of("Ordinal/1"), List.of(3L));
    var _ = play.site.job("move", Site.PLAIN);
    play.settle();
    waits("nodes \"n1\" and \"n2\"", "one has 1, 2, the other 3");

    announce("n1", List.of("Ordinal/1"), List.of(2L, 3L));
    play.until("move", JobPhase.Succeeded);
  }

  @Test
  void anAgentThatAnnouncesNothingIsNotAsked() {
    announce("n2", List.of(), List.of());
    var _ = play.site.job("move", Site.PLAIN);
    play.settle();
    waits("the other none");
  }

  /** What a newer operator has begun, with a planner of its own, is ended and begun anew. */
  @Test
  void anOlderOperatorTakesOverInMidAttempt() throws ConflictException {
    play.n2.dead = true;
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    for (var task : play.tasks()) {
      var _ = play.plane.replace(newer(task));
    }
    play.restart();
    play.until(() -> "PlannerUnknown".equals(play.status("move").reason()));
    assertThat(play.status("move").message()).contains("planner \"Ordinal/9\" is unknown");
    assertThat(play.status("move").decision()).isNull();

    play.n2.dead = false;
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    pass(Duration.ofSeconds(10));
    play.until("move", JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(2);
    assertThat(algorithm()).isEqualTo("Ordinal/1");
  }

  /** All agents live on. */
  private void pass(Duration time) throws ConflictException {
    play.pass(time);
    for (var node : List.of("n1", "n2")) {
      play.hear(node);
    }
  }

  /** As an operator of a later release would have made it. */
  private static KVTransferTask newer(KVTransferTask task) {
    return Serialization.unmarshal(
        Serialization.asJson(task).replace("Ordinal/1", "Ordinal/9"), KVTransferTask.class);
  }

  private void announce(String node, List<String> planners, List<Long> peerVersions) {
    play.site.agent(node, "1", planners, peerVersions);
    play.restart();
  }

  private String moves(KVReshardJobSpec spec) {
    var _ = play.site.job("move", spec);
    play.until("move", JobPhase.Succeeded);
    return algorithm();
  }

  private String algorithm() {
    return Objects.requireNonNull(play.status("move").plan()).algorithm();
  }

  /** It says why, and has touched nothing. */
  private void waits(String... why) {
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Pending);
    assertThat(play.status("move").reason()).isEqualTo("WaitingForAgents");
    assertThat(play.status("move").message()).contains(why);
    assertThat(play.status("move").plan()).isNull();
    assertThat(play.tasks()).isEmpty();
    assertThat(play.site.snapshot("a").getStatus().readers()).isNullOrEmpty();
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
  }
}
