package io.kvreshard.sim.engine;

import io.grpc.Status;
import io.kvreshard.proto.runtime.v1.AttachRing;
import io.kvreshard.proto.runtime.v1.Block;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.proto.runtime.v1.Welcome;
import io.kvreshard.sim.link.AgentHandler;
import io.kvreshard.sim.link.AgentLink;
import io.kvreshard.sim.link.Command;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.link.CoordinatorLink;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.memory.Check;
import io.kvreshard.sim.memory.RowCopier;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Shard;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One rank of an engine: owns tensors, knows nothing of requests. */
public final class Worker implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private final EngineConfig config;
  private final Shard shard;
  private final Pod pod;
  private final Set<Trouble> troubles;
  private final String instanceId = UUID.randomUUID().toString();
  private final WorkerMemory memory;
  private final RowCopier rows;
  private final AgentLink agent;
  private final CoordinatorLink coordinator;
  private final ControlSocket control;
  private final Set<String> operations = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Long epoch;
  private volatile long sessionEpoch;
  private volatile boolean inSession;
  private volatile boolean committed;
  private volatile @Nullable Ring ring;

  /**
   * Starts everything.
   *
   * @param coordinatorAt where the coordinator is, if that is known by now
   */
  public Worker(
      EngineConfig config,
      Shard shard,
      Pod pod,
      MemoryKind kind,
      Supplier<Optional<InetSocketAddress>> coordinatorAt,
      Set<Trouble> troubles)
      throws IOException {
    this.config = config;
    this.shard = shard;
    this.pod = pod;
    this.troubles = troubles;
    this.memory = WorkerMemory.allocate(config, shard, kind, pod.directory(), instanceId);
    this.rows = new RowCopier(memory.kv());
    reset();
    this.agent = new AgentLink(pod.directory(), this::hello, new Session());
    this.coordinator =
        new CoordinatorLink(
            coordinatorAt, shard.participant(), config.digest(), new FromCoordinator());
    this.control = new ControlSocket(pod.directory(), shard.participant(), this::asked);
    agent.start();
    coordinator.start();
  }

  /** As at the process's start. */
  private void reset() {
    operations.clear();
    committed = false;
    switch (config.use()) {
      case EXPORT -> memory.kv().fill();
      case RESERVE -> memory.kv().clear();
    }
  }

  private Optional<Hello> hello() {
    Long known = epoch;
    if (known == null) {
      return Optional.empty();
    }
    sessionEpoch = known;
    return Optional.of(
        pod.hello(config.name(), known, Optional.of(shard.participant()))
            .setInstanceId(instanceId)
            .build());
  }

  private Answer asked(Question question) {
    return switch (question) {
      case VERIFY -> verify();
      case STATUS ->
          new Answer(
              inSession,
              Json.object(
                  "committed", committed,
                  "epoch", epoch == null ? "none" : Long.toUnsignedString(sessionEpoch),
                  "operations", operations,
                  "process", shard.participant(),
                  "ready", inSession));
    };
  }

  /** Every byte of the tensors, and every byte around them. */
  private Answer verify() {
    Check check = memory.kv().check();
    return new Answer(
        check.clean(),
        Json.object(
            "bytes", check.bytes(),
            "committed", committed,
            "guardMismatches", check.guardMismatches(),
            "mismatches", check.mismatches(),
            "participant", shard.participant()));
  }

  private final class FromCoordinator implements CoordinatorLink.Listener {
    @Override
    public void epoch(long now) {
      Long old = epoch;
      if (old != null && old == now) {
        return;
      }
      log.info("{}: epoch {}", shard.participant(), Long.toUnsignedString(now));
      epoch = now;
      if (old != null || committed || !operations.isEmpty()) {
        reset();
      }
      agent.restart();
    }

    @Override
    public Optional<String> called(Command command) {
      switch (command) {
        case CLEAR -> reset();
        case COMMIT -> committed = true;
        case CHECK -> {
          Check check = memory.kv().sample();
          if (!check.clean()) {
            return Optional.of(
                "%d of %d sampled bytes are wrong".formatted(check.mismatches(), check.bytes()));
          }
        }
      }
      return Optional.empty();
    }

    @Override
    public void orphaned() {
      log.warn("{}: the coordinator is gone", shard.participant());
      epoch = null;
      reset();
      agent.restart();
    }
  }

  private final class Session implements AgentHandler {
    @Override
    public void welcomed(Welcome welcome) {
      inSession = true;
      coordinator.ready(sessionEpoch);
    }

    @Override
    public void ended(Status status) {
      inSession = false;
      ring = null;
      log.info("{}: no session with the agent: {}", shard.participant(), status);
      if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
        coordinator.lost(sessionEpoch);
      }
    }

    @Override
    public Reply.Builder answer(Request request) throws Refusal {
      String operation = request.getOperationId();
      return switch (request.getRequestCase()) {
        case TENSORS -> tensors(operation, request.getTensors().getGroup());
        case ATTACH_RING -> attach(request.getAttachRing());
        case GATHER -> {
          List<Block> blocks = request.getGather().getBlocksList();
          yield move(operation, request.getGather().getSlot(), s -> rows.gather(blocks, s));
        }
        case SCATTER -> {
          List<Block> blocks = request.getScatter().getBlocksList();
          yield move(operation, request.getScatter().getSlot(), s -> rows.scatter(blocks, s));
        }
        case UNBIND -> {
          operations.removeIf(o -> o.startsWith(operation + "/"));
          yield done();
        }
        case PIN, BIND, VALIDATE, COMMIT, RELEASE, REQUEST_NOT_SET ->
            throw Refusal.refused("a worker knows no requests");
      };
    }
  }

  private Reply.Builder tensors(String operation, String group) throws Refusal {
    if (!group.equals(Pages.GROUP)) {
      throw Refusal.refused("there is no cache group " + group);
    }
    operations.add(operation);
    TensorLayout layout =
        troubles.contains(Trouble.OVERLAPPING_TENSORS) ? memory.overlapping() : memory.layout();
    return Reply.newBuilder().setLayout(layout);
  }

  private Reply.Builder attach(AttachRing request) throws Refusal {
    try {
      ring = Ring.map(pod.directory(), request);
      return done();
    } catch (IOException e) {
      throw Refusal.failed("cannot map the ring: " + e);
    }
  }

  @FunctionalInterface
  private interface Move {
    void with(MemorySegment slot);
  }

  private Reply.Builder move(String operation, int slot, Move move) throws Refusal {
    Ring attached = ring;
    if (attached == null || slot < 0 || slot >= attached.slots()) {
      throw Refusal.refused("there is no slot " + slot);
    }
    if (!operations.contains(operation)) {
      throw Refusal.refused("the operation has no binding here: " + operation);
    }
    try {
      move.with(attached.slot(slot));
      return done();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw Refusal.refused(String.valueOf(e.getMessage()));
    }
  }

  private static Reply.Builder done() {
    return Reply.newBuilder().setDone(Done.getDefaultInstance());
  }

  @Override
  public void close() throws IOException {
    control.close();
    coordinator.close();
    agent.close();
    memory.close();
  }
}
