package io.kvreshard.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuccessorTest {
  private static final KVReshardJob FAILED = Jobs.at("move", JobPhase.Failed, "PendingTimeout");

  @ParameterizedTest
  @CsvSource({
    "Failed,    EngineRefused, false, ",
    "Cancelled, Cancelled,     true,  ",
    "Running,   Moving,        true,  ",
    "Pending,   Suspended,     false, is Pending",
    "Queued,    ClusterFull,   false, kvreshard cancel job/move -n team",
    "Running,   Moving,        false, is Running",
    "Committing,Committing,    true,  is Committing",
    "Succeeded, Succeeded,     false, reserve pages anew",
    "Pending,   DryRun,        false, without spec.dryRun",
    ",          ,              false, is Pending",
  })
  void onlyWhatHasNotSucceededIsTriedAgain(
      @Nullable JobPhase phase, @Nullable String reason, boolean cancel, @Nullable String refusal) {
    var job = Jobs.wishing(Jobs.at("move", phase, reason), null, cancel);
    var said = Successor.refusal(job, List.of(job));
    if (refusal == null) {
      assertThat(said).isEmpty();
    } else {
      assertThat(said).hasValueSatisfying(text -> assertThat(text).contains(refusal));
    }
  }

  @Test
  void notWhatIsBeingDeleted() {
    var job = Jobs.at("move", JobPhase.Failed, "PendingTimeout");
    job.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    assertThat(Successor.refusal(job, List.of(job)))
        .hasValueSatisfying(it -> assertThat(it).contains("deleted"));
  }

  @Test
  void twoTriesAtATimeAreRefused() {
    var other = Jobs.retryOf(Jobs.at("other", JobPhase.Running, "Moving"), "move");
    assertThat(Successor.refusal(FAILED, List.of(FAILED, other)))
        .hasValue("has another try already: KVReshardJob \"other\" is Running, Moving.");
    other.setStatus(Jobs.status(JobPhase.Succeeded, "Succeeded", null, null));
    assertThat(Successor.refusal(FAILED, List.of(FAILED, other))).isPresent();

    other.setStatus(Jobs.status(JobPhase.Failed, "EngineRefused", null, null));
    assertThat(Successor.refusal(FAILED, List.of(FAILED, other))).isEmpty();
    var stranger = Jobs.retryOf(Jobs.at("other", JobPhase.Running, "Moving"), "else");
    assertThat(Successor.refusal(FAILED, List.of(FAILED, stranger))).isEmpty();
  }

  @Test
  void namesAreCounted() {
    assertThat(Successor.name(FAILED, List.of(FAILED))).isEqualTo("move-2");
    assertThat(Successor.name(FAILED, List.of(FAILED, named("move-2")))).isEqualTo("move-3");
    assertThat(Successor.name(Jobs.retryOf(named("move-2"), "move"), List.of()))
        .isEqualTo("move-3");
    assertThat(Successor.name(named("release-2"), List.of())).isEqualTo("release-2-2");
    var longest = "x".repeat(252) + "y";
    assertThat(Successor.name(named(longest), List.of())).isEqualTo("x".repeat(251) + "-2");
    assertThat(Successor.name(named("x".repeat(250) + "-yy"), List.of()))
        .isEqualTo("x".repeat(250) + "-2");
  }

  @Test
  void saysTheSame() {
    var job = Jobs.wishing(FAILED, true, true);
    job.getMetadata().setLabels(Map.of("argocd.argoproj.io/instance", "app"));
    var successor = Successor.of(job, "again");
    assertThat(successor.getSpec()).isEqualTo(Jobs.spec("move", null, null));
    assertThat(successor.getMetadata().getNamespace()).isEqualTo("team");
    assertThat(successor.getMetadata().getName()).isEqualTo("again");
    assertThat(successor.getMetadata().getLabels()).isNullOrEmpty();
  }

  private static KVReshardJob named(String name) {
    return Jobs.at(name, JobPhase.Failed, "PendingTimeout");
  }
}
