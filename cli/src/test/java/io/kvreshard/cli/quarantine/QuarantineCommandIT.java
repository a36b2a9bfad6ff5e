package io.kvreshard.cli.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.testing.Cli;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.QuarantineReason;
import io.kvreshard.crd.QuarantineRelease;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Kubeconfig;
import io.kvreshard.crd.testing.Samples;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a real API server; nobody is there to take a request up. */
@ExtendWith(ApiServerExtension.class)
class QuarantineCommandIT {
  @TempDir Path folder;
  private ApiServer server;
  private String namespace;
  private Path kubeconfig;

  @BeforeEach
  void begin(ApiServer running) throws Exception {
    server = running;
    namespace = server.newNamespace("quarantine");
    kubeconfig = Kubeconfig.write(folder.resolve("config"), server.config());
    try (var plane = new KubernetesControlPlane(server.client(), "test")) {
      plane.create(Samples.snapshot(namespace, "good", SnapshotOrigin.Exported, 2));
      var held = plane.create(Samples.snapshot(namespace, "held", SnapshotOrigin.Reserved, 2));
      held.setStatus(
          new KVSnapshotStatus(
              1L,
              SnapshotPhase.Quarantined,
              SnapshotPhase.Reserved,
              List.of(
                  new Quarantine(
                      "node-b",
                      "uid-1/1/0",
                      "2026-01-01T00:00:00Z",
                      QuarantineReason.AgentSilent,
                      "The agent of node \"node-b\" is lost.")),
              null,
              null,
              null,
              null,
              null,
              null));
      plane.writeStatus(held);
    }
  }

  private Cli.Result run(String verb, String... more) {
    var arguments = new String[6 + more.length];
    System.arraycopy(
        new String[] {"quarantine", verb, "--kubeconfig", kubeconfig.toString(), "-n", namespace},
        0,
        arguments,
        0,
        6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return Cli.run(arguments);
  }

  private KVSnapshot held() {
    return server
        .client()
        .resources(KVSnapshot.class)
        .inNamespace(namespace)
        .withName("held")
        .get();
  }

  @Test
  void listsWhoMayStillTouchWhat() throws Exception {
    var table = run("ls");
    assertThat(table.status()).isZero();
    assertThat(table.out())
        .containsPattern(namespace + " +held")
        .contains("KVSNAPSHOT", "node-b", "AgentSilent", "uid-1/1/0")
        .contains("The agent of node \"node-b\" is lost.")
        .doesNotContain("good");
    var json = new ObjectMapper().readTree(run("ls", "-o", "json").out());
    assertThat(json.at("/quarantine")).hasSize(1);
    assertThat(json.at("/quarantine/0/message").asText()).contains("is lost");
    assertThat(run("ls", "-A").out()).containsPattern(namespace + " +held");
  }

  @Test
  void releaseAsksByAnAnnotationAndSaysWhatIsVouchedFor() {
    var result = run("release", "held", "--reason", "node-b was powered off");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .contains("You vouch for node node-b, operation uid-1/1/0", "get kvsnap held");
    assertThat(QuarantineRelease.reason(held())).hasValue("node-b was powered off");
    assertThat(held().getStatus().phase()).isEqualTo(SnapshotPhase.Quarantined);
  }

  @Test
  void whatIsNotInQuarantineIsNotReleased() {
    var result = run("release", "good", "--reason", "just so");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("KVSnapshot \"good\" is in no quarantine");
    var missing = run("release", "nobody", "--reason", "just so");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err())
        .contains("there is no KVSnapshot \"nobody\" in namespace " + namespace);
  }

  @Test
  void aReasonIsNeeded() {
    assertThat(run("release", "held").status()).isEqualTo(2);
    assertThat(run("release", "held", "--reason", " ").status()).isEqualTo(2);
    assertThat(run("release", "held", "--reason", "x".repeat(501)).status()).isEqualTo(2);
    assertThat(QuarantineRelease.reason(held())).isEmpty();
  }
}
