package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.QueueStatus;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Site;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an author does with jobs that exist, on a real API server. */
@ExtendWith(ApiServerExtension.class)
class JobVerbsIT {
  @AutoClose private Stage stage;

  @BeforeEach
  void begin(ApiServer server) {
    stage = new Stage(server);
  }

  @Test
  void suspendedJobGivesEverythingBackAndGoesOnWhenItIsResumed() {
    stage.target.dead = true;
    var _ = stage.site.job("move", Site.PLAIN);
    stage.awaitPhase("move", JobPhase.Running);
    stage.patch("move", "{\"suspend\": true}");
    stage.target.dead = false;
    stage.awaitFree("move");
    assertThat(stage.status("move").reason()).isEqualTo("Suspended");
    assertThat(stage.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);

    stage.patch("move", "{\"suspend\": false}");
    stage.awaitPhase("move", JobPhase.Succeeded);
    assertThat(stage.status("move").failures()).isNull();
  }

  @Test
  void nextInLineStartsWhenOneIsCancelled() {
    stage.target.dead = true;
    var _ = stage.site.job("first", Site.PLAIN);
    stage.awaitPhase("first", JobPhase.Running);
    var _ = stage.site.job("second", JobSpec.of("a", "c").build());
    stage.awaitPhase("second", JobPhase.Queued);
    assertThat(stage.status("second").queue()).isEqualTo(new QueueStatus(1));
    assertThat(stage.status("second").reason()).isEqualTo("ClusterFull");

    stage.patch("first", "{\"cancel\": true}");
    stage.target.dead = false;
    stage.awaitPhase("first", JobPhase.Cancelled);
    stage.awaitPhase("second", JobPhase.Succeeded);
  }

  @Test
  void jobGoesWhenItsTimeHasCome() {
    var _ = stage.site.job("move", JobSpec.of("a", "b").ttl(1L).build());

    await()
        .atMost(Stage.PATIENCE)
        .until(() -> stage.plane.get(KVReshardJob.class, stage.site.namespace, "move").isEmpty());
    assertThat(stage.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void deadlinesAreMeasuredByTheServersClock() {
    var _ = stage.site.job("early", JobSpec.of("nowhere", "b").build());

    await().atMost(Stage.PATIENCE).until(() -> stage.status("early").reason() != null);
    assertThat(stage.status("early").reason()).isEqualTo("WaitingForSource");
    assertThat(stage.status("early").phase()).isEqualTo(JobPhase.Pending);
  }
}
