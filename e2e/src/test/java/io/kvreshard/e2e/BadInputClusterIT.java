package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.Sha256;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong input is said in words, on the object and in an event; nothing moves. */
@ExtendWith(ClusterExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputClusterIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String PLACEMENT = "/spec/groups/0/placement";
  private static final Example JOB = Example.read("tp2pp2-to-tp8/job.yaml");

  private Workspace workspace;

  @BeforeAll
  void startEngines(Installation installation) {
    workspace = Workspace.create(installation, "bad-input");
    var engines =
        Example.read("tp2pp2-to-tp8/engines.yaml")
            .option("--layers=22", "--layers=2")
            .option("--tokens=4096", "--tokens=256");
    workspace.apply(engines);
    workspace.apply(
        refusing(engines, "tp2pp2", "export", "pin")
            .and(refusing(engines, "tp8", "reserve", "bind"))
            .and(refusing(engines, "tp8", "reserve", "validate")));
    workspace.awaitSnapshots("tp2pp2", "tp8", "refuse-pin", "refuse-bind", "refuse-validate");
  }

  /** The same engine under the name of a trouble that it has. */
  private static Example refusing(Example engines, String name, String offer, String step) {
    var trouble = "refuse-" + step;
    return engines
        .only(name)
        .renamed(name, trouble)
        .option("--engine=" + name, "--engine=" + trouble)
        .option(
            "--%s=%s".formatted(offer, name),
            "--%s=%s\n--trouble=%s".formatted(offer, trouble, trouble));
  }

  @AfterAll
  void end() {
    workspace.close();
  }

  /** Reservations as a person might write them, each wrong in one respect. */
  private static Stream<Arguments> wrongTargets() {
    return Stream.of(
        wrong(
            "other-revision",
            "IdentityMismatch",
            "modelRevision",
            snapshot -> set(snapshot, "/spec/groups/0/snapshot/modelRevision", "2")),
        wrong(
            "other-granule",
            "GranuleMismatch",
            "pageSize",
            snapshot -> set(snapshot, PLACEMENT + "/descriptor/pageSize", 32)),
        wrong(
            "other-head-dim",
            "GeometryMismatch",
            "keyHeadDim",
            snapshot -> set(snapshot, PLACEMENT + "/descriptor/keyHeadDim", 32)),
        wrong("hole", "InvalidSnapshot", "head", BadInputClusterIT::dropLastHead),
        wrong(
            "undeclared-replica", "InvalidSnapshot", "replica", BadInputClusterIT::forgetReplicas));
  }

  @ParameterizedTest
  @MethodSource("wrongTargets")
  void wrongTargetFailsTheJob(
      String name, String reason, String word, Consumer<ObjectNode> mistake) {
    var snapshot = copy("tp8", name);
    mistake.accept(snapshot);
    workspace.apply(Example.of(snapshot));
    workspace.apply(job(name, "tp2pp2", name));

    assertRefused(name, reason, "\"" + name + "\"", word);
    assertThat(workspace.snapshot(name).at("/status/claim").isMissingNode()).isTrue();
  }

  @Test
  void placementThatIsNotTheOneReferredToFailsTheJob() {
    var name = "wrong-digest";
    var placement = placement(workspace.snapshot("tp8"));
    workspace.apply(Example.of(configMap(name, placement)));
    workspace.apply(Example.of(reference("right-digest", name, Sha256.hex(placement))));
    workspace.kubectl().await("kvsnapshot/right-digest", "condition=Valid", LIMIT);
    workspace.apply(Example.of(reference(name, name, Sha256.hex("another"))));
    workspace.apply(job(name, "tp2pp2", name));

    assertRefused(
        name,
        "InvalidSnapshot",
        "KVSnapshot \"wrong-digest\" (spec.target)",
        "spec.groups[0].placementRef.sha256",
        Sha256.hex(placement));
  }

  @Test
  void jobThatTargetsItselfIsRefused() {
    workspace.apply(job("itself", "tp2pp2", "tp2pp2"));
    assertRefused("itself", "SelfTarget", "spec.target.snapshotRef.name: \"tp2pp2\"");
    assertThat(workspace.snapshot("tp2pp2").at("/status/readers")).isEmpty();
  }

  @Test
  void jobThatTargetsOtherPagesOfItsSourceIsRefused() {
    var copy = copy("tp2pp2", "same-engine");
    set(copy, "/spec/origin", "Reserved");
    // Those of reserved pages come with the job that fills them.
    ((ObjectNode) copy.at("/spec")).remove("contents");
    workspace.apply(Example.of(copy));
    workspace.apply(job("same-engine", "tp2pp2", "same-engine"));
    assertRefused(
        "same-engine",
        "SelfTarget",
        "spec.target.snapshotRef.name: \"same-engine\"",
        "\"tp2pp2\" (spec.source)");
  }

  @Test
  void missingSourceIsWaitedForThenFails() {
    workspace.apply(job("nobody", "nothing", "tp8").with("/spec/pendingTimeoutSeconds", 5));
    workspace.awaitJob("nobody", "Reconciling", LIMIT);
    assertThat(workspace.job("nobody").at("/status/reason").asText()).isEqualTo("WaitingForSource");
    assertRefused(
        "nobody", "PendingTimeout", "KVSnapshot \"nothing\"", "spec.pendingTimeoutSeconds");
  }

  @ParameterizedTest
  @CsvSource({
    "Pin, refuse-pin, tp8",
    "Bind, tp2pp2, refuse-bind",
    "Validate, tp2pp2, refuse-validate",
  })
  void refusingEngineFailsTheJobAtOnceAndKeepsNothing(String step, String source, String target) {
    var name = "refused-" + step.toLowerCase(Locale.ROOT);
    workspace.apply(job(name, source, target));

    assertRefused(name, "EngineRefused", "at " + step, "this engine was told to refuse");
    assertThat(workspace.job(name).at("/status/attempt").asLong()).isEqualTo(1);
    assertThat(workspace.verify(target)).hasSize(8).allSatisfy(Verdicts::inactive);
  }

  @Test
  void unknownFieldIsRefusedAtOnce() {
    var job = job("typo", "tp2pp2", "tp8").with("/spec/policy/speed", "fast");
    assertThat(workspace.kubectl().apply(job.yaml()).err())
        .contains("unknown field \"spec.policy.speed\"");
  }

  private void assertRefused(String name, String reason, String... words) {
    workspace.awaitJob(name, "Failed", LIMIT);
    var job = workspace.job(name);
    assertThat(job.at("/status/reason").asText()).isEqualTo(reason);
    assertThat(job.at("/status/message").asText()).contains(words).doesNotContain("Exception");
    assertThat(Workspace.condition(job, "Stalled").path("status").asText()).isEqualTo("True");
    assertThat(Workspace.condition(job, "Stalled").path("message").asText()).contains(words);
    assertThat(workspace.events(name)).contains(reason).contains(words);
    assertThat(workspace.tasks(job)).isEmpty();
  }

  /** What a person might make of an engine's KVSnapshot. */
  private ObjectNode copy(String snapshot, String name) {
    var copy = workspace.snapshot(snapshot);
    copy.remove("status");
    copy.replace("metadata", copy.objectNode().put("name", name));
    ((ObjectNode) copy.path("spec")).remove("nodeName");
    return copy;
  }

  private ObjectNode reference(String name, String configMap, String sha256) {
    var copy = copy("tp8", name);
    var group = (ObjectNode) copy.at("/spec/groups/0");
    group.remove("placement");
    group
        .putObject("placementRef")
        .put("configMap", configMap)
        .put("key", "tp8")
        .put("sha256", sha256);
    return copy;
  }

  private static ObjectNode configMap(String name, String placement) {
    var map = JsonNodeFactory.instance.objectNode();
    map.put("apiVersion", "v1").put("kind", "ConfigMap").putObject("metadata").put("name", name);
    map.putObject("data").put("tp8", placement);
    return map;
  }

  /** The snapshot's placement as canonical JSON. */
  private static String placement(ObjectNode snapshot) {
    var spec = new ObjectMapper().convertValue(snapshot.path("spec"), KVSnapshotSpec.class);
    return Documents.read(spec, _ -> Optional.empty()).getFirst().placement().toJson();
  }

  private static Example job(String name, String source, String target) {
    return JOB.with("/metadata/name", name)
        .with("/spec/source/snapshotRef/name", source)
        .with("/spec/target/snapshotRef/name", target);
  }

  private static Arguments wrong(
      String name, String reason, String word, Consumer<ObjectNode> mistake) {
    return Arguments.of(name, reason, word, Named.of("mistake", mistake));
  }

  private static void set(ObjectNode snapshot, String pointer, Object value) {
    int slash = pointer.lastIndexOf('/');
    ((ObjectNode) snapshot.at(pointer.substring(0, slash)))
        .putPOJO(pointer.substring(slash + 1), value);
  }

  private static void dropLastHead(ObjectNode snapshot) {
    var participants = (ArrayNode) snapshot.at(PLACEMENT + "/participants");
    participants.removeIf(participant -> participant.at("/heads/start").asInt() == 3);
  }

  private static void forgetReplicas(ObjectNode snapshot) {
    for (var participant : snapshot.at(PLACEMENT + "/participants")) {
      ((ObjectNode) participant).putObject("replica").put("ordinal", 0).put("count", 1);
    }
  }
}
