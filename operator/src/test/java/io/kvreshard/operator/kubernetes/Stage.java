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
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.Site;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * An operator on a real API server, with room for one job at a time and a clock that is an hour
 * ahead, agents that follow a script on two nodes, and engines: a is to be read, b and c are to be
 * filled.
 */
final class Stage implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  final KubernetesClient client;
  final KubernetesControlPlane plane;
  final Site site;

  /** The agent of b and c. */
  final FakeAgent target;

  private final AgentThread agents;
  private final KubernetesOperator operator;

  Stage(ApiServer server) {
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
            new Settings(new QueueLimits(1, 1), History.Limits.NONE, Settings.PATIENCE, 1 << 20),
            clock,
            null,
            () -> {},
            new SimpleMeterRegistry(),
            Tracing.off());
    var _ = site.engine("a", 2, n1, SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, n2, SnapshotOrigin.Reserved);
    var _ = site.engine("c", 4, n2, SnapshotOrigin.Reserved);
  }

  /**
   * As {@code kubectl patch} does: no version is named, so no write of the operator is in its way.
   */
  void patch(String job, String spec) {
    var _ =
        client
            .resources(KVReshardJob.class)
            .inNamespace(site.namespace)
            .withName(job)
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": " + spec + "}");
  }

  KVReshardJobStatus status(String job) {
    var status = site.job(job).getStatus();
    return status == null ? Samples.status(null, null) : status;
  }

  void awaitPhase(String job, JobPhase phase) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(job).phase()).isEqualTo(phase));
  }

  void awaitReason(String job, String reason) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(status(job).reason()).isEqualTo(reason));
  }

  /** It holds nothing. */
  void awaitFree(String job) {
    await().atMost(PATIENCE).until(() -> site.job(job).getMetadata().getFinalizers().isEmpty());
  }

  @Override
  public void close() {
    operator.close();
    agents.close();
    plane.close();
    client.close();
  }
}
