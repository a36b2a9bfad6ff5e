package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.QueueStatus;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Site;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What an author does with jobs that exist, on a real API server. There is room for one job at a
 * time, and the operator's machine has a clock that is an hour ahead.
 */
@ExtendWith(ApiServerExtension.class)
class JobVerbsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private KubernetesClient client;
  private KubernetesControlPlane plane;
  private Site site;
  private FakeAgent target;
  private AgentThread agents;
  private KubernetesOperator operator;

  @BeforeEach
  void begin(ApiServer server) {
    var clock = new ServerClock(() -> InstantSource.system().instant().plusSeconds(3600));
    client =
        new KubernetesClientBuilder()
            .withConfig(server.config())
            .withHttpClientBuilderConsumer(clock::listen)
            .build();
    plane = new KubernetesControlPlane(client, "agents");
    var system = server.newNamespace("system");
    site = new Site(plane, server.newNamespace("team"), system);
    var n1 = system + "-n1";
    var n2 = system + "-n2";
    site.agent(n1, "1");
    site.agent(n2, "1");
    target = new FakeAgent(plane, system, n2);
    agents =
        new AgentThread(site, List.of(n1, n2), List.of(new FakeAgent(plane, system, n1), target));
    operator =
        KubernetesOperator.start(
            client,
            system,
            new Settings(new QueueLimits(1, 1), History.Limits.NONE, Settings.PATIENCE),
            clock,
            null,
            () -> {},
            new SimpleMeterRegistry());
    var _ = site.engine("a", 2, n1, SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, n2, SnapshotOrigin.Reserved);
    var _ = site.engine("c", 4, n2, SnapshotOrigin.Reserved);
  }

  @AfterEach
  void end() {
    operator.close();
    agents.close();
    plane.close();
    client.close();
  }

  @Test
  void suspendedJobGivesEverythingBackAndGoesOnWhenItIsResumed() {
    target.dead = true;
    var _ = site.job("move", Site.PLAIN);
    awaitPhase("move", JobPhase.Running);
    patch("move", "{\"suspend\": true}");
    target.dead = false;
    await().atMost(PATIENCE).until(() -> site.job("move").getMetadata().getFinalizers().isEmpty());
    assertThat(status("move").reason()).isEqualTo("Suspended");
    assertThat(site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);

    patch("move", "{\"suspend\": false}");
    awaitPhase("move", JobPhase.Succeeded);
    assertThat(status("move").failures()).isNull();
  }

  @Test
  void nextInLineStartsWhenOneIsCancelled() {
    target.dead = true;
    var _ = site.job("first", Site.PLAIN);
    awaitPhase("first", JobPhase.Running);
    var _ = site.job("second", JobSpec.of("a", "c").build());
    awaitPhase("second", JobPhase.Queued);
    assertThat(status("second").queue()).isEqualTo(new QueueStatus(1));
    assertThat(status("second").reason()).isEqualTo("ClusterFull");

    patch("first", "{\"cancel\": true}");
    target.dead = false;
    awaitPhase("first", JobPhase.Cancelled);
    awaitPhase("second", JobPhase.Succeeded);
  }

  @Test
  void jobGoesWhenItsTimeHasCome() {
    var _ = site.job("move", JobSpec.of("a", "b").ttl(1L).build());

    await()
        .atMost(PATIENCE)
        .until(() -> plane.get(KVReshardJob.class, site.namespace, "move").isEmpty());
    assertThat(site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void deadlinesAreMeasuredByTheServersClock() {
    var _ = site.job("early", JobSpec.of("nowhere", "b").build());

    await().atMost(PATIENCE).until(() -> status("early").reason() != null);
    assertThat(status("early").reason()).isEqualTo("WaitingForSource");
    assertThat(status("early").phase()).isEqualTo(JobPhase.Pending);
  }

  /**
   * As {@code kubectl patch} does: no version is named, so no write of the operator is in its way.
   */
  private void patch(String job, String spec) {
    var _ =
        client
            .resources(KVReshardJob.class)
            .inNamespace(site.namespace)
            .withName(job)
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": " + spec + "}");
  }

  private KVReshardJobStatus status(String job) {
    var status = site.job(job).getStatus();
    return status == null ? Samples.status(null, null) : status;
  }

  private void awaitPhase(String job, JobPhase phase) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(job).phase()).isEqualTo(phase));
  }
}
