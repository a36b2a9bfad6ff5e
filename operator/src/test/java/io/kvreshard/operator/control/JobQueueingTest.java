package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.QueueStatus;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Models;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More jobs than there is room for, with agents that follow a script. */
class JobQueueingTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    for (var target : new String[] {"c", "d"}) {
      var _ =
          play.site.engine(
              target, "n2", SnapshotOrigin.Reserved, Models.groups(target, 4, "1", 16));
    }
    limit(1, 16);
  }

  @Test
  void jobsTakeTurnsByPriorityAndSayWhereTheyStand() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var _ = play.site.job("second", JobSpec.of("a", "c").build());
    play.until("second", JobPhase.Queued);
    var _ = play.site.job("urgent", JobSpec.of("a", "d").priority(9L).build());
    play.until("urgent", JobPhase.Queued);

    assertThat(play.status("urgent").queue()).isEqualTo(new QueueStatus(1));
    assertThat(play.status("urgent").reason()).isEqualTo("ClusterFull");
    assertThat(play.status("urgent").message()).startsWith("Position 1 in line. 1 jobs move");
    assertThat(play.condition("urgent", "Reconciling")).isEqualTo("True");
    assertThat(play.site.snapshot("d").getStatus().claim()).isNull();

    play.until("urgent", JobPhase.Succeeded);
    assertThat(play.status("first").phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(play.status("second").phase()).isNotEqualTo(JobPhase.Succeeded);
    assertThat(play.status("urgent").queue()).isNull();
    play.until("second", JobPhase.Succeeded);
  }

  @Test
  void nodeThatIsFullIsNamed() {
    limit(16, 1);
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var _ = play.site.job("second", JobSpec.of("a", "c").build());
    play.until("second", JobPhase.Queued);

    assertThat(play.status("second").reason()).isEqualTo("NodeFull");
    assertThat(play.status("second").message()).contains("Node \"n1\": 1 jobs");
    play.until("second", JobPhase.Succeeded);
  }

  @Test
  void nextOperatorKeepsTheLine() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var _ = play.site.job("second", JobSpec.of("a", "c").build());
    play.until("second", JobPhase.Queued);
    play.restart();
    var _ = play.site.job("third", JobSpec.of("a", "d").priority(0L).build());
    play.until("third", JobPhase.Queued);
    assertThat(play.tasks()).hasSize(2);

    play.until("second", JobPhase.Succeeded);
    assertThat(play.status("third").phase()).isNotEqualTo(JobPhase.Succeeded);
    play.until("third", JobPhase.Succeeded);
  }

  @Test
  void jobInLineIsDeletedAtOnce() {
    var _ = play.site.job("first", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var second = play.site.job("second", JobSpec.of("a", "c").build());
    play.until("second", JobPhase.Queued);
    var _ = play.site.job("third", JobSpec.of("a", "d").build());
    play.until("third", JobPhase.Queued);
    play.plane.delete(second);
    play.until(() -> play.plane.get(KVReshardJob.class, "team", "second").isEmpty());

    play.until("third", JobPhase.Succeeded);
  }

  @Test
  void historyKeepsTheNewestJobs() {
    play.settings =
        new Settings(
            new QueueLimits(16, 16), new History.Limits(1, null), Settings.PATIENCE, 1 << 20);
    play.restart();
    for (var name : new String[] {"one", "two", "three"}) {
      var _ = play.site.job(name, JobSpec.of("a", "a").build());
      play.until(name, JobPhase.Failed);
      play.pass(Duration.ofSeconds(2));
    }
    var _ = play.site.job("four", JobSpec.of("a", "a").suspend(true).build());
    play.settle();
    play.sweepHistory();

    assertThat(play.plane.list(KVReshardJob.class, Scope.everywhere()))
        .extracting(job -> job.getMetadata().getName())
        .containsExactlyInAnyOrder("three", "four");
  }

  private void limit(int cluster, int node) {
    play.settings =
        new Settings(
            new QueueLimits(cluster, node), History.Limits.NONE, Settings.PATIENCE, 1 << 20);
    play.restart();
  }
}
