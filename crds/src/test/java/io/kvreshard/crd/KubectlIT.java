package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person at a terminal sees. */
@ExtendWith(ApiServerExtension.class)
class KubectlIT {
  private static final String JOB =
      """
      apiVersion: kvreshard.io/v1alpha1
      kind: KVReshardJob
      metadata: {name: move, namespace: %s}
      spec:
        source: {snapshotRef: {name: from}}
        target: {snapshotRef: {name: to}}
        policy: {%s}
      """;

  private final ApiServer server;

  KubectlIT(ApiServer server) {
    this.server = server;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kvjob  | NAME PHASE SOURCE TARGET BYTES PROGRESS ATTEMPT AGE REASON
          kvsnap | NAME PHASE ORIGIN GROUP TOKENS MODEL CLAIMED-BY AGE
          kvtask | NAME JOB ATTEMPT NODE COMMAND STATE BYTES QUIESCED AGE FAILURE
          kvrt   | NAME NODE GROUP ROLE PARTICIPANT POD FREE-TOKENS AGE
          kvnode | NAME ENDPOINT RUNTIMES OPERATIONS AGE
          """)
  void columnsComeInTheirOrder(String shortName, String columns) {
    var definition =
        server.client().apiextensions().v1().customResourceDefinitions().list().getItems().stream()
            .filter(crd -> crd.getSpec().getNames().getShortNames().contains(shortName))
            .findFirst()
            .orElseThrow();
    assertThat(definition.getSpec().getNames().getCategories()).containsExactly("kvreshard");
    var table =
        definition.getSpec().getVersions().getFirst().getAdditionalPrinterColumns().stream()
            .filter(column -> column.getPriority() == null)
            .map(column -> " " + column.getName())
            .reduce("NAME", String::concat);
    assertThat(table).isEqualTo(columns);
  }

  @Test
  void getShowsHowFarAJobIs() throws Exception {
    var namespace = server.newNamespace("kubectl");
    var job = server.client().resource(Samples.job(namespace, "move", "from", "to")).create();
    job.setStatus(
        new KVReshardJobStatus(
            1L,
            JobPhase.Running,
            2L,
            null,
            null,
            new PlanSummary("a".repeat(64), "ordinal/v1", 68_719_476_736L, 1L, 1L, 4L, 2L),
            new Progress(28_862_180_229L, 68_719_476_736L, 42),
            null,
            null,
            null,
            null,
            null,
            "Moving",
            null,
            null));
    server.client().resource(job).updateStatus();

    var lines = run("get", "kvjob", "-n", namespace).lines().toList();
    assertThat(lines.getFirst().split("\\s+"))
        .containsExactly(
            "NAME", "PHASE", "SOURCE", "TARGET", "BYTES", "PROGRESS", "ATTEMPT", "AGE", "REASON");
    assertThat(lines.get(1)).matches("move +Running +from +to +68719476736 +42 +2 +\\S+ +Moving");
  }

  @Test
  void theCategoryFindsAll() {
    var namespace = server.newNamespace("kubectl");
    server.client().resource(Samples.job(namespace, "move", "from", "to")).create();
    server
        .client()
        .resource(Samples.snapshot(namespace, "from", SnapshotOrigin.Exported, 4))
        .create();
    assertThat(run("get", "kvreshard", "-n", namespace, "-o", "name").lines())
        .contains("kvreshardjob.kvreshard.io/move", "kvsnapshot.kvreshard.io/from");
  }

  @Test
  void snapshotsAreSelectedByNode() {
    var namespace = server.newNamespace("kubectl");
    server
        .client()
        .resource(Samples.snapshot(namespace, "from", SnapshotOrigin.Exported, 4))
        .create();
    assertThat(byNode(namespace, "node-1")).contains("from").contains("tiny-llama");
    assertThat(byNode(namespace, "node-2")).contains("No resources found");
  }

  @Test
  void explainIsWorthReading() {
    assertThat(run("explain", "kvjob.spec.policy"))
        .contains("How to move: which replica is read")
        .contains("maxBytesPerSecond")
        .contains("Default: no limit.");
    assertThat(run("explain", "kvsnap")).contains("The KV cache of some tokens of one model");
  }

  @Test
  void aTypingErrorIsRefused() {
    var namespace = server.newNamespace("kubectl");
    var result = server.kubectl(JOB.formatted(namespace, "transprot: TCP"), "apply", "-f", "-");
    assertThat(result.status()).isNotZero();
    assertThat(result.output()).contains("unknown field \"spec.policy.transprot\"");
  }

  @Test
  void aTypingErrorIsRefusedByServerSideApplyWhateverTheClientWants() {
    var namespace = server.newNamespace("kubectl");
    var result =
        server.kubectl(
            JOB.formatted(namespace, "transprot: TCP"),
            "apply",
            "--server-side",
            "--validate=ignore",
            "-f",
            "-");
    assertThat(result.status()).isNotZero();
    assertThat(result.output()).contains(".spec.policy.transprot: field not declared in schema");
  }

  @Test
  void aTypingErrorInAValueIsRefused() {
    var namespace = server.newNamespace("kubectl");
    var result = server.kubectl(JOB.formatted(namespace, "transport: TPC"), "apply", "-f", "-");
    assertThat(result.status()).isNotZero();
    assertThat(result.output())
        .contains("spec.policy.transport: Unsupported value: \"TPC\"")
        .contains("\"Auto\", \"TCP\"");
  }

  private String byNode(String namespace, String node) {
    return run("get", "kvsnap", "-n", namespace, "--field-selector", "spec.nodeName=" + node);
  }

  private String run(String... arguments) {
    var result = server.kubectl("", arguments);
    assertThat(result.status()).as(result.output()).isZero();
    return result.output();
  }
}
