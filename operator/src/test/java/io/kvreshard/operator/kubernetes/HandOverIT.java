package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two operators as processes on a real API server; the one that leads is stopped in mid-job. */
@ExtendWith(ApiServerExtension.class)
class HandOverIT {
  private static final Logger LOG = LoggerFactory.getLogger(HandOverIT.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** One renew period and two seconds. */
  private static final Duration HAND_OVER = Duration.ofSeconds(4);

  private KubernetesClient client;
  private KubernetesControlPlane plane;
  private String system;
  private Site site;
  private FakeAgent source;
  private AgentThread agents;
  private OperatorProcess leader;
  private OperatorProcess other;

  @BeforeEach
  void begin(ApiServer server) throws IOException {
    client = server.client();
    plane = new KubernetesControlPlane(client, "agents");
    system = server.newNamespace("system");
    site = new Site(plane, server.newNamespace("team"), system);
    var n1 = system + "-n1";
    var n2 = system + "-n2";
    site.agent(n1, "1");
    site.agent(n2, "1");
    source = new FakeAgent(plane, system, n1);
    var target = new FakeAgent(plane, system, n2);
    agents = new AgentThread(site, List.of(n1, n2), List.of(source, target));
    var _ = site.engine("a", 2, n1, SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, n2, SnapshotOrigin.Reserved);
    leader = OperatorProcess.start(system + "-first", server.config(), system);
    awaitLeader(leader);
    other = OperatorProcess.start(system + "-second", server.config(), system);
    await().atMost(PATIENCE).until(other::hasStarted);
    source.dead = true;
    var _ = site.job("move", Site.PLAIN);
    await().atMost(PATIENCE).until(() -> tasks().size() == 2);
  }

  @AfterEach
  void end() {
    leader.close();
    other.close();
    agents.close();
    plane.close();
  }

  @Test
  void leaderThatIsToldToStopHandsOverAtOnce() throws Exception {
    long told = System.nanoTime();
    leader.signal("TERM");
    awaitLeader(other);
    var took = Duration.ofNanos(System.nanoTime() - told);
    LOG.info("The next operator leads {} ms after SIGTERM", took.toMillis());
    assertThat(took).isLessThan(HAND_OVER);
    assertThat(leader.awaitEnd(PATIENCE)).isZero();

    source.dead = false;
    awaitSuccess();
  }

  @Test
  void leaderThatSleptOverItsLeaseChangesNothingWhenItWakesUp() throws Exception {
    leader.signal("STOP");
    awaitLeader(other);
    source.dead = false;
    awaitSuccess();

    // Nobody but the first operator runs, and there is something to do.
    other.signal("STOP");
    var _ = site.job("temptation", Site.PLAIN);
    var before = versions();
    leader.signal("CONT");
    assertThat(leader.awaitEnd(PATIENCE)).isEqualTo(1);
    assertThat(versions()).isEqualTo(before);
  }

  private void awaitLeader(OperatorProcess process) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                plane
                    .get(Lease.class, system, KubernetesOperator.NAME)
                    .map(lease -> lease.getSpec().getHolderIdentity())
                    .filter(process::is)
                    .isPresent());
  }

  private void awaitSuccess() {
    await().atMost(PATIENCE).until(() -> site.job("move").getMetadata().getFinalizers().isEmpty());
    assertThat(site.job("move").getStatus().phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(site.job("move").getStatus().attempt()).isEqualTo(1);
    assertThat(tasks()).isEmpty();
  }

  /** Tasks of this test's jobs: an operator looks after what other tests have left, too. */
  private List<KVTransferTask> tasks() {
    return plane.list(KVTransferTask.class, Scope.namespace(system)).stream()
        .filter(task -> task.getSpec().job().namespace().equals(site.namespace))
        .toList();
  }

  /**
   * Of all objects that an operator might write, but events: those of what it did while it led may
   * come a little later.
   */
  private Map<String, String> versions() {
    var versions = new TreeMap<String, String>();
    for (var kind : List.of(KVReshardJob.class, KVSnapshot.class)) {
      plane.list(kind, Scope.namespace(site.namespace)).forEach(one -> put(versions, one));
    }
    for (var kind : List.of(KVTransferTask.class, ConfigMap.class)) {
      plane.list(kind, Scope.namespace(system)).forEach(one -> put(versions, one));
    }
    put(versions, plane.get(Lease.class, system, KubernetesOperator.NAME).orElseThrow());
    return versions;
  }

  private static void put(Map<String, String> versions, HasMetadata object) {
    var meta = object.getMetadata();
    versions.put(object.getKind() + " " + meta.getName(), meta.getResourceVersion());
  }
}
