package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Recorded;
import io.kvreshard.operator.testing.Site;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Jobs and snapshots as a real API server shows them, on the way and at every end. What tools make
 * of them is tested with recordings ({@link Recorded}); here it is tested that a job of today still
 * says what was recorded.
 */
@ExtendWith(ApiServerExtension.class)
class RecordedJobsIT {
  @AutoClose private Stage stage;

  @BeforeEach
  void begin(ApiServer server) {
    stage = new Stage(server);
  }

  @Test
  void jobsOnTheirWay() throws IOException {
    stage.target.dead = true;
    var _ = stage.site.job("waiting", JobSpec.of("nowhere", "b").build());
    stage.awaitReason("waiting", "WaitingForSource");
    var _ = stage.site.job("running", Site.PLAIN);
    stage.awaitReason("running", "Moving");
    var _ = stage.site.job("queued", JobSpec.of("a", "c").build());
    stage.awaitPhase("queued", JobPhase.Queued);
    var _ = stage.site.job("suspended", JobSpec.of("a", "c").suspend(true).build());
    stage.awaitReason("suspended", "Suspended");
    for (var name : new String[] {"waiting", "running", "queued", "suspended"}) {
      check(name);
    }
    snapshot("b", SnapshotPhase.Filling);
  }

  @Test
  void jobsAtTheirEnd() throws IOException {
    var _ = stage.site.job("planned", JobSpec.of("a", "b").dryRun(true).build());
    stage.awaitReason("planned", "DryRun");
    var _ = stage.site.job("failed", JobSpec.of("a", "a").build());
    stage.awaitPhase("failed", JobPhase.Failed);
    stage.target.dead = true;
    var _ = stage.site.job("cancelled", JobSpec.of("a", "c").build());
    stage.awaitReason("cancelled", "Moving");
    stage.patch("cancelled", "{\"cancel\": true}");
    stage.target.dead = false;
    stage.awaitPhase("cancelled", JobPhase.Cancelled);
    var _ = stage.site.job("succeeded", Site.PLAIN);
    stage.awaitPhase("succeeded", JobPhase.Succeeded);
    for (var name : new String[] {"failed", "cancelled", "succeeded"}) {
      stage.awaitFree(name);
    }
    for (var name : new String[] {"planned", "failed", "cancelled", "succeeded"}) {
      check(name);
    }
    snapshot("b", SnapshotPhase.Ready);
    snapshot("c", SnapshotPhase.Reserved);
  }

  private void check(String job) throws IOException {
    Recorded.check("job-" + job, raw("kvreshardjobs", job));
  }

  private void snapshot(String name, SnapshotPhase phase) throws IOException {
    await()
        .atMost(Stage.PATIENCE)
        .untilAsserted(
            () -> assertThat(stage.site.snapshot(name).getStatus().phase()).isEqualTo(phase));
    var recording = "snapshot-" + phase.name().toLowerCase(Locale.ROOT);
    Recorded.check(recording, raw("kvsnapshots", name));
  }

  /** Every byte of it, past our own classes. */
  private String raw(String plural, String name) {
    return Objects.requireNonNull(
        stage.client.raw(
            "/apis/kvreshard.io/v1alpha1/namespaces/%s/%s/%s"
                .formatted(stage.site.namespace, plural, name)));
  }
}
