package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.kvreshard.crd.Claim;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Site;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The operator as it runs in a cluster, on a real API server, with agents that follow a script. */
@ExtendWith(ApiServerExtension.class)
class KubernetesOperatorIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private KubernetesClient client;
  private KubernetesControlPlane plane;
  private String system;
  private Site site;
  private FakeAgent source;
  private FakeAgent target;
  private AgentThread agents;
  private KubernetesOperator operator;
  private MeterRegistry meters;

  @BeforeEach
  void begin(ApiServer server) {
    client = new KubernetesClientBuilder().withConfig(server.config()).build();
    plane = new KubernetesControlPlane(client, "agents");
    system = server.newNamespace("system");
    site = new Site(plane, server.newNamespace("team"), system);
    var n1 = system + "-n1";
    var n2 = system + "-n2";
    site.agent(n1, "1");
    site.agent(n2, "1");
    source = new FakeAgent(plane, system, n1);
    target = new FakeAgent(plane, system, n2);
    agents = new AgentThread(site, List.of(n1, n2), List.of(source, target));
    meters = new SimpleMeterRegistry();
    operator = start(null, () -> {});
    var _ = site.engine("a", 2, n1, SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, n2, SnapshotOrigin.Reserved);
  }

  @AfterEach
  void end() {
    operator.close();
    agents.close();
    plane.close();
    client.close();
  }

  @Test
  void jobSucceedsAndLeavesNothingBehind() {
    awaitEngines();
    var job = site.job("move", Site.PLAIN);
    awaitPhase("move", JobPhase.Succeeded);
    awaitFree("move");

    assertThat(tasks()).isEmpty();
    assertThat(
            client
                .configMaps()
                .inNamespace(system)
                .withLabel("kvreshard.io/job-uid", job.getMetadata().getUid())
                .list()
                .getItems())
        .isEmpty();
    assertThat(site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
    assertThat(site.snapshot("a").getStatus().readers()).isNullOrEmpty();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(events("move"))
                    .containsExactlyInAnyOrder("Moving", "Committing", "Succeeded"));
  }

  @Test
  void whatThereIsAndWhatIsDoneIsCounted() {
    var _ = site.job("move", Site.PLAIN);
    awaitPhase("move", JobPhase.Succeeded);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(gauge("kvreshard.leader")).isOne();
              assertThat(gauge("kvreshard.jobs", "phase", "Succeeded")).isPositive();
              assertThat(gauge("kvreshard.snapshots", "phase", "Ready")).isGreaterThan(1);
              assertThat(gauge("kvreshard.agents", "alive", "true")).isGreaterThan(1);
            });
    assertThat(count("kvreshard.reconcile.duration", "kind", "KVReshardJob", "outcome", "ok"))
        .isPositive();
    assertThat(
            count(
                "kvreshard.api.write.duration",
                "verb",
                "create",
                "kind",
                "KVTransferTask",
                "outcome",
                "ok"))
        .isGreaterThan(1);
  }

  @Test
  void failedAttemptIsRetried() {
    target.trouble =
        task ->
            task.getSpec().attempt() == 1
                ? Optional.of(new TaskFailure("StreamCorrupt", "chunk 7 is damaged", false))
                : Optional.empty();
    var _ = site.job("move", Site.PLAIN);
    awaitPhase("move", JobPhase.Succeeded);

    assertThat(site.job("move").getStatus().attempt()).isEqualTo(2);
  }

  @Test
  void ofTwoJobsWithOneTargetOneSucceedsAndTheOtherSaysWhy() {
    var _ = site.job("one", Site.PLAIN);
    var _ = site.job("two", Site.PLAIN);
    await()
        .atMost(PATIENCE)
        .until(() -> status("one").phase() != null && finished("one") && finished("two"));

    var phases = List.of(status("one").phase(), status("two").phase());
    assertThat(phases).containsExactlyInAnyOrder(JobPhase.Succeeded, JobPhase.Failed);
    var loser = status("one").phase() == JobPhase.Failed ? "one" : "two";
    assertThat(status(loser).reason()).isEqualTo("TargetNotReserved");
  }

  @Test
  void jobThatTargetsItselfIsStalledAndSaysWhy() {
    var _ = site.job("itself", Site.spec("a", "a", null, null, null, null));
    awaitPhase("itself", JobPhase.Failed);

    assertThat(status("itself").reason()).isEqualTo("SelfTarget");
    assertThat(status("itself").conditions())
        .filteredOn(condition -> condition.getStatus().equals("True"))
        .extracting(condition -> condition.getType())
        .contains("Failed", "Stalled");
    assertThat(status("itself").message()).contains("spec.target.snapshotRef.name: \"a\"");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(events("itself")).contains("SelfTarget"));
    assertThat(tasks()).isEmpty();
    assertThat(site.snapshot("a").getStatus().readers()).isNullOrEmpty();
  }

  @Test
  void deletedJobDrainsAndFrees() {
    target.dead = true;
    var job = site.job("move", Site.PLAIN);
    await().atMost(PATIENCE).until(() -> tasks().size() == 2);
    plane.delete(job);
    target.dead = false;

    await()
        .atMost(PATIENCE)
        .until(() -> plane.get(KVReshardJob.class, site.namespace, "move").isEmpty());
    assertThat(tasks()).isEmpty();
    assertThat(site.snapshot("b").getStatus().claim()).isNull();
    assertThat(site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  /** As if its finalizer had been taken off by hand in the midst of its work. */
  @Test
  void whatJobHeldThatIsGoneIsFreed() throws ConflictException {
    awaitEngines();
    var job = site.job("gone", JobSpec.of("a", "b").suspend(true).build());
    await().atMost(PATIENCE).until(() -> "Suspended".equals(status("gone").reason()));
    claim("b", job);

    plane.delete(job);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(site.snapshot("b").getStatus().claim()).isNull());
    assertThat(phase("b")).isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void nextOperatorContinuesWhereTheLastOneStopped() {
    source.dead = true;
    var _ = site.job("move", Site.PLAIN);
    await().atMost(PATIENCE).until(() -> tasks().size() == 2);
    operator.close();
    operator = start(null, () -> {});
    source.dead = false;

    awaitPhase("move", JobPhase.Succeeded);
    assertThat(status("move").attempt()).isEqualTo(1);
  }

  @Test
  void leaderWorksAndTheLossOfItsLeaseEndsIt() {
    operator.close();
    var lost = new CountDownLatch(1);
    operator = start("me", lost::countDown);
    var _ = site.job("move", Site.PLAIN);
    awaitPhase("move", JobPhase.Succeeded);
    assertThat(operator.trouble()).isEmpty();
    assertThat(operator.hindrance()).isEmpty();

    var _ =
        client
            .resources(Lease.class)
            .inNamespace(system)
            .withName(KubernetesOperator.NAME)
            .patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"spec\": {\"holderIdentity\": \"another\"}}");
    await().atMost(PATIENCE).until(() -> lost.getCount() == 0);
  }

  private void claim(String target, KVReshardJob job) throws ConflictException {
    var snapshot = site.snapshot(target);
    var was = snapshot.getStatus();
    snapshot.setStatus(
        new KVSnapshotStatus(
            was.observedGeneration(),
            SnapshotPhase.Filling,
            null,
            null,
            was.groups(),
            was.participants(),
            was.contents(),
            new Claim(job.getMetadata().getUid(), 1),
            null,
            was.conditions()));
    try (var operators = new KubernetesControlPlane(client, KubernetesOperator.NAME)) {
      operators.writeStatus(snapshot);
    }
  }

  private KubernetesOperator start(@Nullable String identity, Runnable onLoss) {
    return KubernetesOperator.start(
        client,
        system,
        Settings.defaults(),
        InstantSource.system(),
        identity,
        onLoss,
        meters,
        Tracing.off());
  }

  /** Tasks of this test's jobs: an operator looks after what other tests have left, too. */
  private List<KVTransferTask> tasks() {
    return plane.list(KVTransferTask.class, Scope.namespace(system)).stream()
        .filter(task -> task.getSpec().job().namespace().equals(site.namespace))
        .toList();
  }

  private List<String> events(String job) {
    return client.v1().events().inNamespace(site.namespace).list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getName().equals(job))
        .map(event -> event.getReason())
        .toList();
  }

  private double gauge(String name, String... tags) {
    return meters.get(name).tags(tags).gauge().value();
  }

  private long count(String timer, String... tags) {
    return meters.get(timer).tags(tags).timer().count();
  }

  private KVReshardJobStatus status(String job) {
    var status = site.job(job).getStatus();
    return status == null ? Samples.status(null, null) : status;
  }

  private boolean finished(String job) {
    var phase = status(job).phase();
    return phase == JobPhase.Succeeded || phase == JobPhase.Failed;
  }

  private void awaitPhase(String job, JobPhase phase) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(job).phase()).isEqualTo(phase));
  }

  /** A job that waits for one of them says so, which is an event more. */
  private void awaitEngines() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(phase("a")).isEqualTo(SnapshotPhase.Ready);
              assertThat(phase("b")).isEqualTo(SnapshotPhase.Reserved);
            });
  }

  private @Nullable SnapshotPhase phase(String snapshot) {
    var status = site.snapshot(snapshot).getStatus();
    return status == null ? null : status.phase();
  }

  private void awaitFree(String job) {
    await().atMost(PATIENCE).until(() -> site.job(job).getMetadata().getFinalizers().isEmpty());
  }
}
