package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people and tools do around a job that moves. One source, and a target for each of them. */
@ExtendWith(ClusterExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangesClusterIT {
  /** It takes the namespace away. */
  private static final int LAST = Integer.MAX_VALUE;

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String ENGINES = "tp4-to-tp2/engines.yaml";
  private static final Example JOB = Example.read("tp4-to-tp2/job.yaml");

  private Workspace workspace;

  @BeforeAll
  void startEngines(Installation installation) {
    workspace = Workspace.create(installation, "changes");
    workspace.apply(Example.read(ENGINES).and(target("lost")).and(target("doomed")));
    workspace.awaitSnapshots("tp4", "tp2", "lost", "doomed");
  }

  @AfterAll
  void end() {
    workspace.close();
  }

  private static Example target(String name) {
    return Example.read(ENGINES)
        .only("tp2")
        .renamed("tp2", name)
        .option("--engine=tp2", "--engine=" + name)
        .option("--reserve=tp2", "--reserve=" + name);
  }

  /**
   * dynamo#13495: the same operation goes on when the job is replaced, and when operator and agents
   * are. New agents continue nobody else's attempt: they begin another one.
   */
  @Test
  void aJobOutlivesItsReplacementAndAnUpgradeOfOperatorAndAgents(Installation installation) {
    begin(job("upgraded", "tp2", 4_000_000));
    var before = workspace.job("upgraded");
    replacedByItself(before);
    installation.change(
        "operator.env[0].name=E2E_UPGRADED",
        "operator.env[0].value=yes",
        "agent.env[0].name=E2E_UPGRADED",
        "agent.env[0].value=yes");
    workspace.awaitJob("upgraded", "Succeeded", Duration.ofMinutes(2));

    var after = workspace.job("upgraded");
    assertThat(after.at("/metadata/uid")).isEqualTo(before.at("/metadata/uid"));
    assertThat(after.at("/status/attempt").asLong()).isGreaterThanOrEqualTo(2);
    assertThat(workspace.verify("tp2")).hasSize(2).allSatisfy(Verdicts::right);
    nothingIsHeld("upgraded");
  }

  /** What it says is what it said; what it must not say is refused, with the rule. */
  private void replacedByItself(JsonNode job) {
    var same = manifest(job);
    var replaced = workspace.kubectl().with("replace", same.toString());
    assertThat(replaced.status()).as(replaced.err()).isZero();
    var other = same.deepCopy();
    ((ObjectNode) other.at("/spec/target/snapshotRef")).put("name", "elsewhere");
    assertThat(workspace.kubectl().with("replace", other.toString()).err())
        .contains("spec is immutable, but for suspend and cancel");

    await(
        "it is guarded again",
        () -> workspace.job("upgraded").at("/metadata/finalizers").size() == 1);
    var now = workspace.job("upgraded");
    assertThat(now.at("/metadata/generation")).isEqualTo(job.at("/metadata/generation"));
    assertThat(now.at("/status/attempt").asLong()).isEqualTo(1);
    assertThat(now.at("/status/phase").asText()).isEqualTo("Running");
  }

  /** As an author keeps it in a file: without anything that the cluster has added. */
  private static ObjectNode manifest(JsonNode job) {
    ObjectNode manifest = job.deepCopy();
    manifest.remove("status");
    ((ObjectNode) manifest.get("metadata")).retain(List.of("name", "namespace"));
    return manifest;
  }

  /** The machine runs: that its Node is away for a moment changes nothing. An engine's end does. */
  @Test
  void aNodeObjectMayGoAndAnEngineMayNot(Installation installation) {
    begin(job("lost", "lost", 3_000_000).with("/spec/pendingTimeoutSeconds", 5));
    var node = workspace.kubectl().value("pod/lost", "{.spec.nodeName}");
    removeAndRestore(installation, node);
    assertThat(workspace.job("lost").at("/status/attempt").asLong()).isEqualTo(1);
    assertThat(workspace.job("lost").at("/status/phase").asText()).isEqualTo("Running");

    workspace.kubectl().run("delete", "pod/lost", "--now");
    workspace.awaitJob("lost", "Failed", LIMIT);
    assertThat(workspace.job("lost").at("/status/reason").asText())
        .isIn("TargetNotReserved", "PendingTimeout");
    assertThat(workspace.job("lost").at("/status/message").asText()).contains("\"lost\"");
    nothingIsHeld("lost");
  }

  private static void removeAndRestore(Installation installation, String node) {
    var kubectl = installation.kubectl();
    var object = (ObjectNode) Workspace.parse(kubectl.run("get", "node/" + node, "-o", "json"));
    object.remove("status");
    ((ObjectNode) object.get("metadata")).retain(List.of("name", "labels", "annotations"));
    kubectl.run("delete", "node/" + node);
    // Before the cluster would remove the pods of a node that is not there; it may have been
    // faster.
    assertThat(kubectl.with("create", object.toString()).err())
        .satisfiesAnyOf(
            err -> assertThat(err).isEmpty(), err -> assertThat(err).contains("already exists"));
    kubectl.await("node/" + node, "condition=Ready", LIMIT);
  }

  /** The operator needs the namespace of a job for nothing but to let it go. */
  @Test
  @Order(LAST)
  void aNamespaceThatIsDeletedTakesItsJobsAlong(Installation installation) {
    begin(job("doomed", "doomed", 3_000_000));
    var tasks = workspace.tasks(workspace.job("doomed")).toList();
    assertThat(tasks).isNotEmpty();

    workspace.kubectl().run("delete", "namespace", "changes", "--wait=false");
    installation.kubectl().await("namespace/changes", "delete", LIMIT);
    assertThat(
            installation
                .kubectl()
                .in(Installation.SYSTEM)
                .run("get", "kvtransfertasks", "-o", "name")
                .lines())
        .doesNotContainAnyElementsOf(tasks);
  }

  private void begin(Example job) {
    workspace.apply(job);
    var name = job.name();
    await(
        "bytes on their way", () -> workspace.job(name).at("/status/progress/bytes").asLong() > 0);
  }

  private static Example job(String name, String target, long bytesPerSecond) {
    return JOB.with("/metadata/name", name)
        .with("/spec/target/snapshotRef/name", target)
        .with("/spec/policy/maxBytesPerSecond", bytesPerSecond);
  }

  private void nothingIsHeld(String job) {
    await("nothing held", () -> workspace.job(job).at("/metadata/finalizers").isMissingNode());
    assertThat(workspace.tasks(workspace.job(job))).isEmpty();
    var uid = workspace.job(job).at("/metadata/uid").asText();
    assertThat(workspace.snapshot("tp4").at("/status/readers").toString()).doesNotContain(uid);
  }

  private static void await(String what, BooleanSupplier so) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(500))
        .until(so::getAsBoolean);
  }
}
