package io.kvreshard.sim.engine;

import io.grpc.Status;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Capacity;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.proto.runtime.v1.SnapshotVerdict;
import io.kvreshard.proto.runtime.v1.SnapshotWithdrawn;
import io.kvreshard.proto.runtime.v1.Welcome;
import io.kvreshard.sim.link.AgentHandler;
import io.kvreshard.sim.link.AgentLink;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.link.WorkerHub;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Shard;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scheduler process of an engine: knows pages and who holds them, not the tensors. */
public final class Coordinator implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Coordinator.class);

  private static final String ACCEPTED = "accepted";
  private static final int FIRST_WITH_CONTENTS = 2;
  private static final Duration OFFER_AGAIN = Duration.ofSeconds(10);

  private final EngineConfig config;
  private final Pod pod;
  private final Set<Trouble> troubles;
  private final String instanceId = UUID.randomUUID().toString();
  private final Pages pages;
  private final WorkerHub hub;
  private final Desk desk;
  private final AgentLink agent;
  private final ControlSocket control;
  private volatile long sessionEpoch;
  private volatile boolean inSession;
  private volatile int version;
  private volatile String offer = "not made";

  /**
   * Starts everything.
   *
   * @param listen where workers join
   * @param tracing of what the agent asks for; stays the caller's
   */
  public Coordinator(
      EngineConfig config,
      Pod pod,
      InetSocketAddress listen,
      Set<Trouble> troubles,
      Tracing tracing)
      throws IOException {
    this.config = config;
    this.pod = pod;
    this.troubles = troubles;
    this.pages = config.pages();
    this.hub =
        new WorkerHub(
            listen,
            config.shards().stream().map(Shard::participant).collect(Collectors.toSet()),
            config.digest(),
            new Workers());
    this.desk = new Desk(config, pages, hub, troubles, this::withdraw);
    this.agent = new AgentLink(pod.directory(), () -> Optional.of(hello()), new Session(), tracing);
    this.control = new ControlSocket(pod.directory(), "coordinator", this::asked);
    hub.start();
    agent.start();
  }

  /** The port that workers join at. */
  public int port() {
    return hub.port();
  }

  private Hello hello() {
    sessionEpoch = hub.epoch();
    Hello.Builder hello =
        pod.hello(config.name(), sessionEpoch, Optional.empty()).setInstanceId(instanceId);
    return (troubles.contains(Trouble.VERSION_1) ? hello.clearVersions().addVersions(1) : hello)
        .build();
  }

  private Answer asked(Question question) {
    return switch (question) {
      case VERIFY -> new Answer(true, "");
      case STATUS -> status();
      case RENEW -> {
        desk.renew();
        hub.end(hub.epoch(), "somebody asked for a new one");
        yield new Answer(true, "");
      }
    };
  }

  private Answer status() {
    boolean ready = inSession && hub.ready() && offer.equals(ACCEPTED);
    String json =
        Json.object(
            "contents",
            desk.receivedBytes(),
            "epoch",
            Long.toUnsignedString(hub.epoch()),
            "offer",
            offer,
            "process",
            "coordinator",
            "ready",
            ready,
            "state",
            desk.describe());
    return new Answer(ready, json);
  }

  /** Offers the snapshot as soon as all processes have sessions. */
  private void offerIfReady() {
    if (!inSession || !hub.ready() || desk.dropped()) {
      return;
    }
    agent.send(
        RuntimeMessage.newBuilder()
            .setCapacity(Capacity.newBuilder().setFreeTokens(pages.freeTokens()))
            .build());
    Failpoints.before(Step.COORDINATOR_OFFER);
    agent.send(RuntimeMessage.newBuilder().setSnapshotOffer(snapshot()).build());
    Failpoints.after(Step.COORDINATOR_OFFER);
  }

  private SnapshotOffer snapshot() {
    SnapshotOffer.Builder snapshot =
        SnapshotOffer.newBuilder()
            .setName(config.offer())
            .addGroups(
                GroupDocuments.newBuilder()
                    .setName(Pages.GROUP)
                    .setSnapshotJson(config.snapshot().toJson())
                    .setPlacementJson(config.placement().toJson()));
    if (config.use() == Use.RESERVE) {
      return snapshot.setOrigin(Origin.ORIGIN_RESERVED).build();
    }
    if (version >= FIRST_WITH_CONTENTS) {
      desk.contents().ifPresent(snapshot::setContents);
    }
    return snapshot.setOrigin(Origin.ORIGIN_EXPORTED).build();
  }

  /** What was in the way may be gone by then. */
  private void offerAgain() {
    try {
      Thread.sleep(OFFER_AGAIN);
      if (!offer.equals(ACCEPTED)) {
        offerIfReady();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void withdraw() {
    Failpoints.before(Step.COORDINATOR_WITHDRAW);
    agent.send(
        RuntimeMessage.newBuilder()
            .setSnapshotWithdrawn(SnapshotWithdrawn.newBuilder().setName(config.offer()))
            .build());
    Failpoints.after(Step.COORDINATOR_WITHDRAW);
  }

  private final class Workers implements WorkerHub.Listener {
    @Override
    public void epochBegan(long epoch) {
      desk.reset();
      agent.restart();
    }

    @Override
    public void allReady(long epoch) {
      log.info("All workers have sessions");
      offerIfReady();
    }
  }

  private final class Session implements AgentHandler {
    @Override
    public void welcomed(Welcome welcome) {
      log.info("Agent of node {} speaks version {}", welcome.getNodeName(), welcome.getVersion());
      version = welcome.getVersion();
      inSession = true;
      offerIfReady();
    }

    @Override
    public void verdict(SnapshotVerdict verdict) {
      offer = verdict.getAccepted() ? ACCEPTED : "refused: " + verdict.getMessage();
      log.info("Offer of {} {}", verdict.getName(), offer);
      if (!verdict.getAccepted()) {
        Thread.ofVirtual().name("offer-again").start(Coordinator.this::offerAgain);
      }
    }

    @Override
    public void ended(Status status) {
      inSession = false;
      offer = "not made";
      log.info("No session with the agent: {}", status);
      if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
        hub.end(sessionEpoch, "the agent ended it");
      }
    }

    @Override
    public Reply.Builder answer(Request request, long epoch) throws Refusal, InterruptedException {
      return desk.answer(request, epoch);
    }
  }

  @Override
  public void close() throws IOException {
    control.close();
    agent.close();
    hub.close();
  }
}
