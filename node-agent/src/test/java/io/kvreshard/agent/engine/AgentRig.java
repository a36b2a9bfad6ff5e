package io.kvreshard.agent.engine;

import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.PodProof;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.agent.runtime.RuntimeServer;
import io.kvreshard.agent.runtime.RuntimeSettings;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The runtime half of an agent, over a temporary run directory. */
final class AgentRig implements RuntimeListener, AutoCloseable {
  static final String NAMESPACE = "models";

  private final Path run;
  private final Map<String, SnapshotOffer> offers = new ConcurrentHashMap<>();
  private final Queue<String> losses = new ConcurrentLinkedQueue<>();
  private RuntimeServer server;

  AgentRig(Path run) throws IOException {
    this.run = run;
    this.server = serve();
  }

  private RuntimeServer serve() throws IOException {
    RuntimeServer made =
        new RuntimeServer(
            RuntimeSettings.of(run, "node-1", "incarnation")
                .withKeepAlive(Duration.ofSeconds(1))
                .withRing(2, 1 << 14),
            PodProof.DIRECTORY,
            Tracing.off());
    made.listen(this);
    made.start();
    return made;
  }

  /** As after a restart of the agent: another server, which remembers nothing. */
  void restart() throws IOException {
    server.close();
    offers.clear();
    server = serve();
  }

  Path pod(String uid) throws IOException {
    return Files.createDirectories(run.resolve("s").resolve(uid));
  }

  RuntimeServer server() {
    return server;
  }

  @Override
  public void left(RuntimeIdentity who, String reason) {
    losses.add(who + ": " + reason);
  }

  String firstLoss() {
    return losses.element();
  }

  @Override
  public Optional<String> offered(RuntimeIdentity who, SnapshotOffer offer) {
    offers.put(offer.getName(), offer);
    return Optional.empty();
  }

  /** Waits until an engine is complete: it offers its snapshot only then. */
  SnapshotOffer awaitOffer(String snapshot) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Optional.ofNullable(offers.get(snapshot)), Optional::isPresent)
        .orElseThrow();
  }

  void forgetOffer(String snapshot) {
    offers.remove(snapshot);
  }

  CoordinatorSession coordinator(String engine) {
    return server.coordinator(new EngineGroup(NAMESPACE, engine)).orElseThrow();
  }

  ParticipantSession participant(String engine, String participant) {
    RuntimeIdentity who =
        server.all().stream()
            .filter(w -> w.group().name().equals(engine))
            .filter(w -> w.participantId().equals(Optional.of(participant)))
            .findFirst()
            .orElseThrow();
    return server.participant(who.instanceId()).orElseThrow();
  }

  long epoch(String engine) {
    return coordinator(engine).identity().groupEpoch();
  }

  @Override
  public void close() {
    server.close();
  }
}
