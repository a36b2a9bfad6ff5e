package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.JobSpec;
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

/**
 * Ways in which others have lost, leaked or corrupted what they moved, each with the report that
 * showed it, as far as an operator can get them wrong.
 */
class ReportedFailuresTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  /**
   * sglang#35049, #32564: cancelled while a write runs; the pages are nobody's until it is over.
   */
  @Test
  void pagesOfACancelledJobHaveNoNextOwnerWhileAWriteRuns() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.n2.dead = true; // its write does not end, and nothing is heard of it
    play.site.change("first", spec -> spec.cancel(true));
    var _ = play.site.job("next", Site.PLAIN);
    play.settle();
    assertThat(play.status("first").phase()).isEqualTo(JobPhase.Running);
    assertThat(play.status("next").reason()).isEqualTo("TargetClaimed");
    assertThat(play.tasks()).allSatisfy(it -> assertThat(it.getSpec().release()).isNull());

    play.n2.dead = false;
    play.until("next", JobPhase.Succeeded);
    assertThat(play.status("first").phase()).isEqualTo(JobPhase.Cancelled);
  }

  /** Mooncake#2350, #3508, nixl#1493: neither a success, nor a leak. */
  @ParameterizedTest
  @ValueSource(strings = {"TIMEOUT", "CANCELED"})
  void whatAnEngineGivesUpDidNotSucceed(String word) {
    play.n2.trouble = _ -> Optional.of(new TaskFailure("TransferFailed", word, false));
    var _ = play.site.job("move", JobSpec.of("a", "b").backoffLimit(1L).build());
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    play.pass(Duration.ofSeconds(7));
    play.until("move", JobPhase.Failed);
    play.settle();

    assertThat(play.status("move").reason()).isEqualTo("BackoffLimitExceeded");
    assertThat(play.status("move").message()).contains(word);
    assertThat(play.status("move").attempt()).isEqualTo(2);
    nothingIsHeld("move", SnapshotPhase.Reserved);
  }

  /** Mooncake#2762, #2832: a peer of the same name is another one, and is planned with anew. */
  @Test
  void aPeerThatHasStartedAgainIsAnotherOne() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.n2.incarnation = "2";
    play.site.agent("n2", "2");
    for (var name : List.of("b-coordinator", "b-0", "b-1", "b-2", "b-3")) {
      play.site.rejoin(name, "2");
    }
    play.restart();
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    assertThat(play.status("move").message()).contains("AgentRestarted");

    play.pass(Duration.ofSeconds(7));
    play.until(() -> Objects.equals(play.status("move").attempt(), 2L) && play.tasks().size() == 2);
    assertThat(play.tasks())
        .allSatisfy(
            task ->
                assertThat(task.getSpec().nodes())
                    .filteredOn(node -> node.name().equals("n2"))
                    .extracting(node -> node.agentIncarnation())
                    .containsExactly("2"));
    play.until("move", JobPhase.Succeeded);
  }

  /** sglang#15674: of many transfers with one peer one fails once. */
  @Test
  void oneFailureOfAPeerIsOneJobsFailure() {
    int jobs = 16;
    play.settings =
        new Settings(new QueueLimits(jobs, jobs), History.Limits.NONE, Settings.PATIENCE, 1 << 20);
    for (int i = 0; i < jobs; i++) {
      var name = "t" + i;
      var _ =
          play.site.engine(name, "n2", SnapshotOrigin.Reserved, Models.groups(name, 1, "1", 16));
    }
    play.restart();
    for (int i = 0; i < jobs; i++) {
      var _ = play.site.job("job-" + i, JobSpec.of("a", "t" + i).build());
    }
    play.until(() -> play.tasks().size() == 2 * jobs);
    play.n2.trouble =
        task ->
            task.getSpec().job().name().equals("job-7") && task.getSpec().attempt() == 1
                ? Optional.of(new TaskFailure("PeerFailed", "connection reset", false))
                : Optional.empty();
    play.until(() -> succeeded() == jobs - 1);
    assertThat(attempts(1)).isEqualTo(jobs);

    play.pass(Duration.ofSeconds(7));
    play.until(() -> succeeded() == jobs);
    assertThat(attempts(1)).isEqualTo(jobs - 1);
    assertThat(attempts(2)).isEqualTo(1);
  }

  /** velero#7919, #6913, #9334: an agent is killed in mid-job, and there is room for one job. */
  @Test
  void aKilledAgentACancelledJobAndAFullClusterBlockNobodyForEver() {
    play.settings =
        new Settings(new QueueLimits(1, 1), History.Limits.NONE, Settings.PATIENCE, 1 << 20);
    var _ = play.site.engine("c", "n2", SnapshotOrigin.Reserved, Models.groups("c", 4, "1", 16));
    play.restart();
    var _ = play.site.job("killed", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    var _ = play.site.job("next", JobSpec.of("a", "c").build());
    play.until("next", JobPhase.Queued);
    play.n2.dead = true;
    play.site.change("killed", spec -> spec.cancel(true));
    play.settle();
    assertThat(play.status("next").phase()).isEqualTo(JobPhase.Queued);

    play.n2.dead = false;
    play.n2.incarnation = "2";
    play.site.agent("n2", "2");
    for (var engine : List.of("b", "c")) {
      for (var process : List.of("-coordinator", "-0", "-1", "-2", "-3")) {
        play.site.rejoin(engine + process, "2");
      }
    }
    play.restart();
    play.until("killed", JobPhase.Cancelled);
    play.until("next", JobPhase.Succeeded);
    play.settle();
    nothingIsHeld("killed", SnapshotPhase.Reserved);
  }

  /** dynamo#13495: replaced in mid-job, with none of the metadata that somebody may have added. */
  @Test
  void aReplacedJobIsTheSameOperation() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    var tasks = tasks();
    var job = play.site.job("move");
    job.getMetadata().setAnnotations(null);
    job.getMetadata().setLabels(null);
    job.getMetadata().setFinalizers(null);
    play.site.replace(job);
    play.restart();
    play.until(() -> !play.site.job("move").getMetadata().getFinalizers().isEmpty());
    assertThat(tasks()).isEqualTo(tasks);
    play.settle();

    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(play.status("move").attempt()).isEqualTo(1);
    nothingIsHeld("move", SnapshotPhase.Ready);
  }

  private List<String> tasks() {
    return play.tasks().stream().map(task -> task.getMetadata().getUid()).toList();
  }

  private long succeeded() {
    return play.jobs().stream()
        .filter(job -> job.getStatus() != null && job.getStatus().phase() == JobPhase.Succeeded)
        .count();
  }

  private long attempts(long number) {
    return play.jobs().stream()
        .filter(job -> Objects.equals(job.getStatus().attempt(), number))
        .count();
  }

  private void nothingIsHeld(String job, SnapshotPhase target) {
    var uid = play.site.job(job).getMetadata().getUid();
    assertThat(play.tasks()).noneMatch(task -> task.getSpec().job().uid().equals(uid));
    assertThat(play.site.job(job).getMetadata().getFinalizers()).isEmpty();
    assertThat(play.site.snapshot("a").getStatus().readers()).isNullOrEmpty();
    assertThat(play.site.snapshot("b").getStatus().claim()).isNull();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(target);
  }
}
