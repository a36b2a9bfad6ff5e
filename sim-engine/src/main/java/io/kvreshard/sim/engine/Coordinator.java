package io.kvreshard.sim.engine;

import io.grpc.Status;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.proto.runtime.v1.Capacity;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.GroupPages;
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
import io.kvreshard.sim.link.Command;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.link.WorkerHub;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Shard;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scheduler process of an engine: knows pages and who holds them, not the tensors. */
public final class Coordinator implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Coordinator.class);

  private static final String ACCEPTED = "accepted";

  private final EngineConfig config;
  private final Pod pod;
  private final Set<Trouble> troubles;
  private final String instanceId = UUID.randomUUID().toString();
  private final Pages pages;
  private final Ledger ledger = new Ledger();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final WorkerHub hub;
  private final AgentLink agent;
  private final ControlSocket control;
  private boolean bindFailed;
  private volatile long sessionEpoch;
  private volatile boolean inSession;
  private volatile String offer = "not made";

  /**
   * Starts everything.
   *
   * @param listen where workers join
   */
  public Coordinator(EngineConfig config, Pod pod, InetSocketAddress listen, Set<Trouble> troubles)
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
    this.agent = new AgentLink(pod.directory(), () -> Optional.of(hello()), new Session());
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
    return pod.hello(config.name(), sessionEpoch, Optional.empty())
        .setInstanceId(instanceId)
        .build();
  }

  private Answer asked(Question question) {
    return switch (question) {
      case VERIFY -> new Answer(true, "");
      case STATUS -> status();
    };
  }

  private Answer status() {
    oneAtATime.lock();
    try {
      boolean ready = inSession && hub.ready() && offer.equals(ACCEPTED);
      String json =
          Json.object(
              "epoch",
              Long.toUnsignedString(hub.epoch()),
              "offer",
              offer,
              "process",
              "coordinator",
              "ready",
              ready,
              "state",
              ledger.describe());
      return new Answer(ready, json);
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Offers the snapshot as soon as all processes have sessions. */
  private void offerIfReady() {
    if (!inSession || !hub.ready() || ledger.dropped()) {
      return;
    }
    agent.send(
        RuntimeMessage.newBuilder()
            .setCapacity(Capacity.newBuilder().setFreeTokens(pages.freeTokens()))
            .build());
    agent.send(
        RuntimeMessage.newBuilder()
            .setSnapshotOffer(
                SnapshotOffer.newBuilder()
                    .setName(config.offer())
                    .setOrigin(
                        config.use() == Use.EXPORT
                            ? Origin.ORIGIN_EXPORTED
                            : Origin.ORIGIN_RESERVED)
                    .addGroups(
                        GroupDocuments.newBuilder()
                            .setName(Pages.GROUP)
                            .setSnapshotJson(config.snapshot().toJson())
                            .setPlacementJson(config.placement().toJson())))
            .build());
  }

  private final class Workers implements WorkerHub.Listener {
    @Override
    public void epochBegan(long epoch) {
      oneAtATime.lock();
      try {
        ledger.reset();
      } finally {
        oneAtATime.unlock();
      }
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
      inSession = true;
      offerIfReady();
    }

    @Override
    public void verdict(SnapshotVerdict verdict) {
      offer = verdict.getAccepted() ? ACCEPTED : "refused: " + verdict.getMessage();
      log.info("Offer of {} {}", verdict.getName(), offer);
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
    public Reply.Builder answer(Request request) throws Refusal, InterruptedException {
      Duration limit = Duration.ofMillis(request.getDeadlineMillis());
      OperationId operation = operation(request);
      oneAtATime.lockInterruptibly();
      try {
        return switch (request.getRequestCase()) {
          case PIN -> pin(operation, request.getPin().getSnapshotName());
          case BIND -> bind(operation, request.getBind().getSnapshotName(), limit);
          case VALIDATE -> validate(operation, limit);
          case COMMIT -> commit(operation, request.getCommit().getJobDigest(), limit);
          case RELEASE -> release(operation, request.getRelease().getDropSnapshot());
          case TENSORS, ATTACH_RING, GATHER, SCATTER, UNBIND, REQUEST_NOT_SET ->
              throw Refusal.refused("a coordinator has no tensors");
        };
      } finally {
        oneAtATime.unlock();
      }
    }
  }

  private static OperationId operation(Request request) throws Refusal {
    try {
      return OperationId.parse(request.getOperationId());
    } catch (RejectedException e) {
      throw Refusal.refused(String.valueOf(e.getMessage()));
    }
  }

  private Reply.Builder pin(OperationId operation, String snapshot) throws Refusal {
    checkTrouble(Trouble.REFUSE_PIN);
    checkSnapshot(snapshot, Use.EXPORT);
    ledger.pin(operation);
    return pagesReply();
  }

  private Reply.Builder bind(OperationId operation, String snapshot, Duration limit)
      throws Refusal, InterruptedException {
    checkTrouble(Trouble.REFUSE_BIND);
    checkSnapshot(snapshot, Use.RESERVE);
    if (troubles.contains(Trouble.FAIL_BIND_ONCE) && !bindFailed) {
      bindFailed = true;
      throw Refusal.failed("this engine was told to fail once");
    }
    if (ledger.bind(operation)) {
      Optional<String> failure = hub.call(Command.CLEAR, limit);
      if (failure.isPresent()) {
        ledger.release(operation, false);
        throw Refusal.failed(failure.get());
      }
    }
    return pagesReply();
  }

  private void checkTrouble(Trouble trouble) throws Refusal {
    if (troubles.contains(trouble)) {
      throw Refusal.refused("this engine was told to refuse");
    }
  }

  private void checkSnapshot(String name, Use use) throws Refusal {
    if (!name.equals(config.offer())) {
      throw Refusal.refused("there is no snapshot " + name);
    }
    if (use != config.use()) {
      throw Refusal.refused(
          use == Use.EXPORT
              ? name + " is a reservation: there is nothing to read"
              : name + " has content: it cannot be filled");
    }
  }

  private Reply.Builder pagesReply() {
    GroupPages.Builder group = pages.proto().toBuilder();
    if (troubles.contains(Trouble.MISSING_TOKEN)) {
      var last = group.getWindowsBuilder(group.getWindowsCount() - 1);
      last.setTokenCount(last.getTokenCount() - 1);
    }
    return Reply.newBuilder()
        .setPages(io.kvreshard.proto.runtime.v1.Pages.newBuilder().addGroups(group));
  }

  private Reply.Builder validate(OperationId operation, Duration limit)
      throws Refusal, InterruptedException {
    checkTrouble(Trouble.REFUSE_VALIDATE);
    ledger.checkBound(operation);
    Optional<String> failure = hub.call(Command.CHECK, limit);
    if (failure.isPresent()) {
      throw Refusal.refused(failure.get());
    }
    return done();
  }

  private Reply.Builder commit(OperationId operation, String jobDigest, Duration limit)
      throws Refusal, InterruptedException {
    ledger.commit(operation, jobDigest);
    Optional<String> failure = hub.call(Command.COMMIT, limit);
    if (failure.isPresent()) {
      throw Refusal.failed(failure.get());
    }
    log.info("{} is active: operation {}, digest {}", config.offer(), operation, jobDigest);
    return done();
  }

  private Reply.Builder release(OperationId operation, boolean drop) {
    if (ledger.release(operation, drop)) {
      agent.send(
          RuntimeMessage.newBuilder()
              .setSnapshotWithdrawn(SnapshotWithdrawn.newBuilder().setName(config.offer()))
              .build());
    }
    return done();
  }

  private static Reply.Builder done() {
    return Reply.newBuilder().setDone(Done.getDefaultInstance());
  }

  @Override
  public void close() throws IOException {
    control.close();
    agent.close();
    hub.close();
  }
}
