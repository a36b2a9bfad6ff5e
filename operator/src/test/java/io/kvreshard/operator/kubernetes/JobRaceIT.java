package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.Chronicle;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.Ownership;
import io.kvreshard.operator.testing.Site;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fifty jobs want five targets from five sources, at the same time, on a real API server. */
@ExtendWith(ApiServerExtension.class)
class JobRaceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ENDS = 5;
  private static final int JOBS = 50;

  private KubernetesClient client;
  private KubernetesControlPlane plane;
  private String system;
  private Site site;
  private AgentThread agents;
  private KubernetesOperator operator;
  private Chronicle chronicle;

  @BeforeEach
  void begin(ApiServer server) {
    client = new KubernetesClientBuilder().withConfig(server.config()).build();
    plane = new KubernetesControlPlane(client, "agents");
    system = server.newNamespace("system");
    site = new Site(plane, server.newNamespace("race"), system);
    var n1 = system + "-n1";
    var n2 = system + "-n2";
    site.agent(n1, "1");
    site.agent(n2, "1");
    agents =
        new AgentThread(
            site,
            List.of(n1, n2),
            List.of(new FakeAgent(plane, system, n1), new FakeAgent(plane, system, n2)));
    chronicle =
        new Chronicle()
            .of(client, KVReshardJob.class, site.namespace)
            .of(client, KVSnapshot.class, site.namespace)
            .of(client, KVTransferTask.class, system);
    operator =
        KubernetesOperator.start(
            client,
            system,
            Settings.defaults(),
            InstantSource.system(),
            null,
            () -> {},
            new SimpleMeterRegistry(),
            Tracing.off());
    for (int i = 0; i < ENDS; i++) {
      var _ = site.engine("s" + i, 2, n1, SnapshotOrigin.Exported);
      var _ = site.engine("t" + i, 4, n2, SnapshotOrigin.Reserved);
    }
  }

  @AfterEach
  void end() {
    operator.close();
    agents.close();
    chronicle.close();
    plane.close();
    client.close();
  }

  @Test
  void everyTargetIsWonOnceAndNobodyTouchesWhatIsNotHis() throws Exception {
    create();
    await().atMost(PATIENCE).until(this::allAreOver);

    var jobs = jobs();
    assertThat(jobs)
        .filteredOn(job -> phase(job) == JobPhase.Succeeded)
        .extracting(JobRaceIT::target)
        .containsExactlyInAnyOrder("t0", "t1", "t2", "t3", "t4");
    assertThat(jobs)
        .filteredOn(job -> phase(job) != JobPhase.Succeeded)
        .hasSize(JOBS - ENDS)
        .allSatisfy(
            job -> {
              assertThat(phase(job)).isEqualTo(JobPhase.Failed);
              assertThat(job.getStatus().reason()).isIn("TargetNotReserved", "SourceLost");
            });
    nothingIsLeft();
    Ownership.check(chronicle, site.namespace);
  }

  /** Every target is wanted from every source, twice, from five threads. */
  private void create() throws Exception {
    var together = new CyclicBarrier(ENDS);
    var threads = new ArrayList<Callable<Void>>();
    for (int thread = 0; thread < ENDS; thread++) {
      int first = thread;
      threads.add(
          () -> {
            together.await();
            for (int i = first; i < JOBS; i += ENDS) {
              var spec = Site.releasing("s" + i / 2 % ENDS, "t" + i / (JOBS / ENDS));
              var _ = site.job("job-" + i, spec);
            }
            return null;
          });
    }
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : executor.invokeAll(threads)) {
        done.get();
      }
    }
  }

  private boolean allAreOver() {
    return jobs().stream()
            .allMatch(
                job ->
                    (phase(job) == JobPhase.Succeeded || phase(job) == JobPhase.Failed)
                        && job.getMetadata().getFinalizers().isEmpty())
        && tasks().isEmpty();
  }

  private void nothingIsLeft() {
    assertThat(jobs()).hasSize(JOBS);
    assertThat(
            plane.list(ConfigMap.class, Scope.namespace(system)).stream()
                .filter(map -> map.getMetadata().getLabels() != null)
                .map(map -> map.getMetadata().getLabels().get("kvreshard.io/job-uid")))
        .doesNotContainAnyElementsOf(jobs().stream().map(it -> it.getMetadata().getUid()).toList());
    for (int i = 0; i < ENDS; i++) {
      var source = site.snapshot("s" + i).getStatus();
      var target = site.snapshot("t" + i).getStatus();
      assertThat(source.readers()).isNullOrEmpty();
      assertThat(source.phase()).isIn(SnapshotPhase.Ready, SnapshotPhase.Released);
      assertThat(target.claim()).isNull();
      assertThat(target.phase()).isEqualTo(SnapshotPhase.Ready);
    }
    assertThat(
            IntStream.range(0, ENDS)
                .filter(i -> site.snapshot("s" + i).getStatus().phase() == SnapshotPhase.Released))
        .as("sources that were released")
        .isNotEmpty();
  }

  private List<KVReshardJob> jobs() {
    return plane.list(KVReshardJob.class, Scope.namespace(site.namespace));
  }

  private List<KVTransferTask> tasks() {
    return plane.list(KVTransferTask.class, Scope.namespace(system));
  }

  private static JobPhase phase(KVReshardJob job) {
    return job.getStatus() == null || job.getStatus().phase() == null
        ? JobPhase.Pending
        : job.getStatus().phase();
  }

  private static String target(KVReshardJob job) {
    return job.getSpec().target().snapshotRef().name();
  }
}
