package io.kvreshard.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.stream.Stream;

/** A namespace of one test class with engines and jobs in it. */
public final class Workspace implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ENGINES = Duration.ofSeconds(90);

  private final Kubectl kubectl;

  private Workspace(Kubectl kubectl) {
    this.kubectl = kubectl;
  }

  /** Makes the namespace. */
  public static Workspace create(Installation installation, String namespace) {
    installation.kubectl().run("create", "namespace", namespace);
    return new Workspace(installation.kubectl().in(namespace));
  }

  /** kubectl in this namespace. */
  public Kubectl kubectl() {
    return kubectl;
  }

  /** Applies a manifest, which must be accepted. */
  public void apply(Example manifest) {
    var result = kubectl.apply(manifest.yaml());
    assertThat(result.status()).as(result.err()).isZero();
  }

  /** Waits until what these engines offer can be used. */
  public void awaitSnapshots(String... names) {
    for (var name : names) {
      kubectl.await("kvsnapshot/" + name, "create", ENGINES);
      kubectl.await("kvsnapshot/" + name, "condition=Ready", ENGINES);
    }
  }

  /** Waits for a condition of a job to become True. */
  public void awaitJob(String name, String condition, Duration limit) {
    kubectl.await("kvjob/" + name, "condition=" + condition, limit);
  }

  /** The job as the API has it. */
  public JsonNode job(String name) {
    return json("get", "kvjob/" + name, "-o", "json");
  }

  /** The snapshot as the API has it. */
  public ObjectNode snapshot(String name) {
    return (ObjectNode) json("get", "kvsnapshot/" + name, "-o", "json");
  }

  /** Names of the tasks that work for a job. */
  public Stream<String> tasks(JsonNode job) {
    var label = "kvreshard.io/job-uid=" + job.at("/metadata/uid").asText();
    return kubectl
        .in(Installation.SYSTEM)
        .run("get", "kvtransfertasks", "-o", "name", "-l", label)
        .lines();
  }

  /** Reasons and messages of the events about an object, one a line. */
  public String events(String name) {
    return kubectl.run(
        "get",
        "events",
        "--field-selector=involvedObject.name=" + name,
        "-o",
        "jsonpath={range .items[*]}{.reason}: {.message}{\"\\n\"}{end}");
  }

  /**
   * Status, reason and message of a condition of an object; missing if it has none of that type.
   */
  public static JsonNode condition(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.at("/type").asText().equals(type)) {
        return condition;
      }
    }
    return object.path("no condition " + type);
  }

  /**
   * The engine's own check of every byte of every rank, inside its pod. A rank that nothing was
   * moved to has mismatches and the check then fails; what it says counts.
   */
  public Stream<JsonNode> verify(String pod) {
    var said =
        kubectl.attempt(
            "exec",
            pod,
            "--container=coordinator",
            "--",
            "java",
            "io.kvreshard.sim.SimEngineMain",
            "verify",
            "--dir=/run/kvreshard");
    assertThat(said.out()).as("%s", said).isNotBlank();
    return said.out().lines().map(Workspace::parse);
  }

  private JsonNode json(String... arguments) {
    return parse(kubectl.run(arguments));
  }

  /** An object as kubectl prints it. */
  public static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the jobs, then everything; does not wait for the latter. */
  @Override
  public void close() {
    kubectl.within(Duration.ofMinutes(1), "delete", "kvreshardjobs", "--all", "--timeout=50s");
    kubectl.run("delete", "pods", "--all", "--now", "--wait=false");
    kubectl.run("delete", "namespace", kubectl.namespace(), "--wait=false", "--ignore-not-found");
  }
}
