package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.Verdict;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an author may do with a job that exists, with agents that follow a script. */
class JobVerbsTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  @Test
  void suspendedAttemptHoldsNothingAndGoesOnWhenItIsResumed() {
    var _ = play.site.job("move", JobSpec.of("a", "b").backoffLimit(0L).build());
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.site.change("move", spec -> spec.suspend(true));
    play.settle();

    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Pending);
    assertThat(play.status("move").reason()).isEqualTo("Suspended");
    assertThat(play.status("move").startTime()).isNull();
    assertThat(play.status("move").failures()).isNull();
    assertThat(play.condition("move", "Reconciling")).isEqualTo("True");
    assertNothingHeld("move", SnapshotPhase.Reserved);

    play.pass(Duration.ofDays(30));
    play.restart();
    play.site.change("move", spec -> spec.suspend(false));
    play.until("move", JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(2);
  }

  @Test
  void cancelledAttemptIsDrainedAndGivenBack() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.site.change("move", spec -> spec.cancel(true));
    play.settle();

    var status = play.status("move");
    assertThat(status.phase()).isEqualTo(JobPhase.Cancelled);
    assertThat(status.completionTime()).isNotNull();
    assertThat(Objects.requireNonNull(status.decision()).verdict()).isEqualTo(Verdict.Abort);
    assertThat(play.condition("move", "Ready")).isEqualTo("True");
    assertThat(play.condition("move", "Stalled")).isEqualTo("False");
    assertThat(play.condition("move", "Quiesced")).isEqualTo("True");
    assertNothingHeld("move", SnapshotPhase.Reserved);
  }

  @Test
  void cancelAfterSuccessIsSeenAndChangesNothing() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Succeeded);
    play.settle();
    play.site.change("move", spec -> spec.cancel(true));
    play.settle();

    var status = play.status("move");
    assertThat(status.phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(status.observedGeneration())
        .isEqualTo(play.site.job("move").getMetadata().getGeneration());
    assertThat(status.message()).contains("spec.cancel came too late");
  }

  @Test
  void failedAttemptsAreCounted() {
    play.n1.trouble = _ -> Optional.of(new TaskFailure("EngineFailed", "out of luck", false));
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> "BackingOff".equals(play.status("move").reason()));

    assertThat(play.status("move").failures()).isEqualTo(1);
  }

  @Test
  void otherTryWaitsUntilTheFirstOneHoldsNothing() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.n2.dead = true;
    play.site.change("first", spec -> spec.cancel(true));
    var _ = play.site.job("second", JobSpec.of("a", "b").retryOf("first").build());
    play.settle();
    assertThat(play.status("second").reason()).isEqualTo("WaitingForPredecessor");
    assertThat(play.status("second").message())
        .contains("KVReshardJob \"first\" (spec.retryOf) is Running");

    play.n2.dead = false;
    play.until("second", JobPhase.Succeeded);
    assertThat(play.status("first").phase()).isEqualTo(JobPhase.Cancelled);
  }

  @Test
  void successHasNoOtherTry() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until("first", JobPhase.Succeeded);
    var _ = play.site.job("second", JobSpec.of("a", "b").retryOf("first").build());
    play.settle();

    assertThat(play.status("second").reason()).isEqualTo("PredecessorSucceeded");
    assertThat(play.condition("second", "Stalled")).isEqualTo("True");
  }

  @Test
  void finishedJobGoesWhenItsTimeHasCome() {
    var _ = play.site.job("move", JobSpec.of("a", "b").ttl(3600L).build());
    play.until("move", JobPhase.Succeeded);
    play.settle();
    play.pass(Duration.ofMinutes(59));
    play.settle();
    assertThat(exists("move")).isTrue();

    play.pass(Duration.ofMinutes(2));
    play.until(() -> !exists("move"));
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void finishedJobStaysUntilTheOtherTryHasBegun() {
    var _ = play.site.job("first", JobSpec.of("a", "b").ttl(60L).cancel(true).build());
    play.until("first", JobPhase.Cancelled);
    var _ = play.site.job("second", JobSpec.of("a", "b").retryOf("first").suspend(true).build());
    play.pass(Duration.ofDays(1));
    play.settle();
    assertThat(exists("first")).isTrue();

    play.restart();
    play.site.change("second", spec -> spec.suspend(false));
    play.until("second", JobPhase.Succeeded);
    play.pass(Duration.ofMinutes(1));
    play.until(() -> !exists("first"));
  }

  @Test
  void finishedJobThatAToolTracksStays() {
    var job = play.site.job("move", JobSpec.of("a", "b").ttl(0L).suspend(true).build());
    job.getMetadata().setLabels(Map.of("kustomize.toolkit.fluxcd.io/name", "apps"));
    play.site.replace(job);
    play.site.change("move", spec -> spec.suspend(null));
    play.until("move", JobPhase.Succeeded);
    play.settle();
    play.pass(Duration.ofDays(1));
    play.settle();

    assertThat(exists("move")).isTrue();
  }

  private boolean exists(String job) {
    return play.plane.get(KVReshardJob.class, "team", job).isPresent();
  }

  private void assertNothingHeld(String job, SnapshotPhase target) {
    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(target);
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
    assertThat(play.site.job(job).getMetadata().getFinalizers()).isEmpty();
  }
}
