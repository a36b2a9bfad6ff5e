package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kvreshard.cli.Main;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.QuarantineReason;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Kubeconfig;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.kubernetes.KubernetesOperator;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages that a lost node may still touch: what a person sees and says on the command line, and what
 * the operator makes of it, on a real API server.
 */
@ExtendWith(ApiServerExtension.class)
class QuarantineIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SNAPSHOT = "held";

  @TempDir Path folder;
  private KubernetesClient client;
  private KubernetesControlPlane plane;
  private KubernetesOperator operator;
  private String namespace;
  private String node;
  private Path kubeconfig;

  @BeforeEach
  void begin(ApiServer server) throws ConflictException {
    client = new KubernetesClientBuilder().withConfig(server.config()).build();
    plane = new KubernetesControlPlane(client, KubernetesOperator.NAME);
    namespace = server.newNamespace("team");
    kubeconfig = Kubeconfig.write(folder.resolve("config"), server.config());
    node = namespace + "-off";
    plane.create(new NodeBuilder().withNewMetadata().withName(node).endMetadata().build());
    var snapshot = plane.create(Samples.snapshot(namespace, SNAPSHOT, SnapshotOrigin.Reserved, 2));
    snapshot.setStatus(onRecord());
    plane.writeStatus(snapshot);
    operator =
        KubernetesOperator.start(
            client,
            server.newNamespace("system"),
            Settings.defaults(),
            InstantSource.system(),
            null,
            () -> {},
            new SimpleMeterRegistry(),
            Tracing.off());
  }

  @AfterEach
  void end() {
    operator.close();
    plane.close();
    client.close();
  }

  @Test
  void aPersonVouchesForAMachineThatIsOff() {
    await()
        .atMost(PATIENCE)
        .until(() -> snapshot().getStatus().groups() != null); // the next operator has seen it
    assertThat(kvreshard("ls"))
        .containsPattern(namespace + " +" + SNAPSHOT)
        .contains(node, "AgentSilent");

    assertThat(kvreshard("release", SNAPSHOT, "--reason", "its power supply was removed"))
        .contains("You vouch for node " + node);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(kvreshard("ls")).contains("Nothing is in quarantine."));
    var status = snapshot().getStatus();
    assertThat(status.phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(status.conditions())
        .filteredOn(condition -> condition.getType().equals("QuarantineReleased"))
        .singleElement()
        .satisfies(
            condition ->
                assertThat(condition.getMessage()).contains("its power supply was removed"));
    assertThat(client.v1().events().inNamespace(namespace).list().getItems())
        .extracting(event -> event.getReason())
        .contains("QuarantineReleased");
  }

  /** As an operator has written it that gave the node's agent up. */
  private KVSnapshotStatus onRecord() {
    return new KVSnapshotStatus(
        1L,
        SnapshotPhase.Quarantined,
        SnapshotPhase.Reserved,
        List.of(
            new Quarantine(
                node,
                "uid-1/1/0",
                "2026-01-01T00:00:00Z",
                QuarantineReason.AgentSilent,
                "The agent of node \"%s\" is lost.".formatted(node))),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private KVSnapshot snapshot() {
    return plane.get(KVSnapshot.class, namespace, SNAPSHOT).orElseThrow();
  }

  /** What {@code kvreshard quarantine} prints. */
  private String kvreshard(String verb, String... more) {
    var out = new StringWriter();
    var err = new StringWriter();
    var arguments = new ArrayList<>(List.of("quarantine", verb));
    arguments.addAll(List.of("--kubeconfig", kubeconfig.toString(), "-n", namespace));
    arguments.addAll(List.of(more));
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(status).as(err.toString()).isZero();
    return out.toString();
  }
}
