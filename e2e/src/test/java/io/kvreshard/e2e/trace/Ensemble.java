package io.kvreshard.e2e.trace;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.agent.Agent;
import io.kvreshard.agent.AgentOptions;
import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.local.LocalOperator;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** The operator, two agents and two engines within this process; all their spans are kept. */
final class Ensemble implements AutoCloseable {
  static final List<String> NODES = List.of("node-a", "node-b");
  static final String NAMESPACE = "models";
  private static final String SYSTEM = "kvreshard-system";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Path root;
  private final DirectoryControlPlane plane;

  Ensemble(Path root) throws Exception {
    this.root = root;
    plane = keep(new DirectoryControlPlane(root.resolve("objects")));
    var ca = ThrowAwayCa.create();
    for (var node : NODES) {
      ca.issue(root.resolve(node).resolve("tls"));
      keep(Agent.start(options(node), tracing("kvreshard-agent", node)));
    }
    keep(
        LocalOperator.start(
            plane, SYSTEM, Settings.defaults(), tracing("kvreshard-operator", "operator-0")));
  }

  private AgentOptions options(String node) {
    var home = root.resolve(node);
    return CommandLine.populateCommand(
        new AgentOptions(),
        "--node=" + node,
        "--run-dir=" + run(node),
        "--state-dir=" + home.resolve("state"),
        "--control-plane=directory:" + root.resolve("objects"),
        "--tls-dir=" + home.resolve("tls"),
        "--address=127.0.0.1",
        "--port=0",
        "--data-port=0",
        "--health-port=0");
  }

  private Path run(String node) {
    return root.resolve(node).resolve("run");
  }

  private Tracing tracing(String service, String instance) {
    return keep(Tracing.to(SimpleSpanProcessor.create(exporter), service, instance));
  }

  /** Starts an engine that is spread over both nodes, and waits until its snapshot is there. */
  void engine(EngineConfig config, Set<Trouble> troubles) throws Exception {
    keep(
        SpreadEngine.start(
            config,
            NODES.stream().map(node -> run(node).resolve("s")).toList(),
            troubles,
            process -> tracing("kvreshard-sim-engine", config.name() + "/" + process)));
    var phase =
        switch (config.use()) {
          case EXPORT -> SnapshotPhase.Ready;
          case RESERVE -> SnapshotPhase.Reserved;
        };
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                plane
                    .get(KVSnapshot.class, NAMESPACE, config.offer())
                    .filter(it -> it.getStatus() != null && it.getStatus().phase() == phase)
                    .isPresent());
  }

  /** Moves a snapshot and waits for the job's end, and that of its trace. */
  KVReshardJob move(String source, String target, JobPhase end) throws Exception {
    var job =
        """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVReshardJob
        metadata: {namespace: models, name: move}
        spec:
          source: {snapshotRef: {name: %s}}
          target: {snapshotRef: {name: %s}}
        """
            .formatted(source, target);
    plane.create(Serialization.unmarshal(job, KVReshardJob.class));
    await()
        .atMost(PATIENCE)
        .until(
            () -> trace().named("job").size() == 1 && trace().named("task").size() == NODES.size());
    var ended = plane.get(KVReshardJob.class, NAMESPACE, "move").orElseThrow();
    if (ended.getStatus().phase() != end) {
      throw new AssertionError(ended.getStatus() + "\n" + trace());
    }
    return ended;
  }

  KVSnapshot snapshot(String name) {
    return plane.get(KVSnapshot.class, NAMESPACE, name).orElseThrow();
  }

  /** What the coordinator of an engine says of itself. */
  JsonNode coordinator(String engine) throws IOException {
    var pod = run(NODES.getFirst()).resolve("s").resolve(engine + "-0");
    for (var socket : ControlSocket.in(pod)) {
      if (ControlSocket.process(socket).equals("coordinator")) {
        return new ObjectMapper().readTree(ControlSocket.ask(socket, Question.STATUS).json());
      }
    }
    throw new AssertionError("no coordinator in " + pod);
  }

  Trace trace() {
    return new Trace(exporter.getFinishedSpanItems());
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() throws IOException {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
