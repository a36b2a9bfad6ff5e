package io.kvreshard.sim.engine;

import io.grpc.Status;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Welcome;
import io.kvreshard.sim.link.AgentHandler;
import io.kvreshard.sim.link.AgentLink;
import io.kvreshard.sim.link.Command;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.link.CoordinatorLink;
import io.kvreshard.sim.link.MemoryLink;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.memory.Check;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.Shard;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One rank of an engine: owns tensors, knows nothing of requests. */
public final class Worker implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private static final Duration SESSION_AGAIN = Duration.ofSeconds(2);

  private final EngineConfig config;
  private final Shard shard;
  private final Pod pod;
  private final MemoryKind kind;
  private final String instanceId = UUID.randomUUID().toString();
  private final WorkerMemory memory;
  private final Bench bench;
  private final AgentLink agent;
  private final CoordinatorLink coordinator;
  private final ControlSocket control;
  private volatile @Nullable Long epoch;
  private volatile long sessionEpoch;
  private volatile boolean inSession;
  private volatile boolean committed;

  /**
   * Starts everything.
   *
   * @param coordinatorAt where the coordinator is, if that is known by now
   * @param tracing of what the agent asks for; stays the caller's
   */
  public Worker(
      EngineConfig config,
      Shard shard,
      Pod pod,
      MemoryKind kind,
      Supplier<Optional<InetSocketAddress>> coordinatorAt,
      Set<Trouble> troubles,
      Tracing tracing)
      throws IOException {
    this.config = config;
    this.shard = shard;
    this.pod = pod;
    this.kind = kind;
    this.memory = WorkerMemory.allocate(config, shard, kind, pod.directory(), instanceId);
    this.bench = new Bench(memory.kv(), memory.announced(troubles), pod.directory());
    reset();
    this.agent = new AgentLink(pod.directory(), this::hello, new Session(), tracing);
    this.coordinator =
        new CoordinatorLink(
            coordinatorAt, shard.participant(), config.digest(), new FromCoordinator());
    this.control = new ControlSocket(pod.directory(), shard.participant(), this::asked);
    agent.start();
    coordinator.start();
  }

  /** What was in the way may be gone by then. */
  private void sessionAgain() {
    try {
      Thread.sleep(SESSION_AGAIN);
      if (!inSession) {
        agent.restart();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As at the process's start. */
  private void reset() {
    bench.reset();
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
      case RENEW -> new Answer(true, "");
      case STATUS ->
          new Answer(
              inSession,
              Json.object(
                  "committed",
                  committed,
                  "epoch",
                  epoch == null ? "none" : Long.toUnsignedString(sessionEpoch),
                  "operations",
                  bench.operations(),
                  "process",
                  shard.participant(),
                  "ready",
                  inSession));
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
      if (old != null || committed || bench.busy()) {
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
      try {
        handOver(welcome);
        inSession = true;
        coordinator.ready(sessionEpoch);
      } catch (IOException e) {
        log.warn("{}: cannot hand memory over: {}", shard.participant(), e.getMessage());
        Thread.ofVirtual().name("session-again").start(Worker.this::sessionAgain);
      }
    }

    /** All but files goes through memory.sock. An older agent has none. */
    private void handOver(Welcome welcome) throws IOException {
      if (kind != MemoryKind.SHARED && !welcome.getMemoryToken().isEmpty()) {
        MemoryLink link = MemoryLink.open(pod.directory(), welcome.getMemoryToken());
        bench.connected(link);
        memory.give(link);
      }
    }

    @Override
    public void ended(Status status) {
      inSession = false;
      bench.detach();
      log.info("{}: no session with the agent: {}", shard.participant(), status);
      if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
        coordinator.lost(sessionEpoch);
      }
    }

    @Override
    public Reply.Builder answer(Request request, long of) throws Refusal {
      var reply = bench.answer(request);
      // Asked afterwards: a new epoch is known before all operations are forgotten.
      Long now = epoch;
      if (now == null || now != of) {
        bench.forget(request.getOperationId());
        throw Refusal.failed("the epoch in which this was asked has ended");
      }
      return reply;
    }
  }

  @Override
  public void close() throws IOException {
    control.close();
    coordinator.close();
    agent.close();
    memory.close();
  }
}
