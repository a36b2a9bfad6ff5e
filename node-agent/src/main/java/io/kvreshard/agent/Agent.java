package io.kvreshard.agent;

import com.google.common.net.HostAndPort;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.memory.CopyThreads;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.metrics.Direction;
import io.kvreshard.agent.metrics.Rates;
import io.kvreshard.agent.metrics.Renewals;
import io.kvreshard.agent.operation.Reach;
import io.kvreshard.agent.operation.Services;
import io.kvreshard.agent.operation.Tasks;
import io.kvreshard.agent.peer.PeerClient;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.peer.PeerServer;
import io.kvreshard.agent.peer.PeerTls;
import io.kvreshard.agent.pod.KnownPods;
import io.kvreshard.agent.pod.PodFolders;
import io.kvreshard.agent.publish.LeaseKeeper;
import io.kvreshard.agent.publish.NodePublisher;
import io.kvreshard.agent.publish.Publisher;
import io.kvreshard.agent.publish.RuntimePublisher;
import io.kvreshard.agent.publish.SnapshotPublisher;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.agent.runtime.PodProof;
import io.kvreshard.agent.runtime.RuntimeServer;
import io.kvreshard.agent.runtime.RuntimeSettings;
import io.kvreshard.agent.share.Bandwidth;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.crd.probe.HealthServer;
import io.kvreshard.crd.telemetry.Telemetry;
import io.kvreshard.crd.telemetry.WriteMeters;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's agent, put together. Starts in the order of its promises: the lock before anything
 * that could touch a runtime, the ports before the KVNode that names them, the tasks before the
 * engines that they need.
 */
public final class Agent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
  private static final Duration PREDECESSOR = Duration.ofSeconds(30);

  /** An operation that is over and not quiet by then is put in quarantine. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The longest chunk of a stream, which is a slot of staging memory. */
  public static final int CHUNK_BYTES = 512 << 10;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final String incarnation = UUID.randomUUID().toString();
  private final AgentOptions options;
  private final Tracing tracing;

  private Agent(AgentOptions options, Tracing tracing) throws IOException, InterruptedException {
    this.options = options;
    this.tracing = tracing;
    try {
      assemble();
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts everything; on return the agent works.
   *
   * @param tracing stays the caller's
   */
  public static Agent start(AgentOptions options, Tracing tracing)
      throws IOException, InterruptedException {
    return new Agent(options, tracing);
  }

  private void assemble() throws IOException, InterruptedException {
    Failpoints.before(Step.AGENT_STATE_LOCK, IOException::new);
    keep(StateLock.acquire(options.stateDirectory, PREDECESSOR));
    Failpoints.after(Step.AGENT_STATE_LOCK, IOException::new);
    var quarantine = Quarantine.open(options.stateDirectory.resolve("quarantine"), PATIENCE);
    Telemetry telemetry = keep(Telemetry.start());
    AgentMeters meters = new AgentMeters(telemetry.meters(), NanoClock.system());
    ControlPlane plane =
        keep(
            new InterceptedControlPlane(
                options.controlPlane.open(), new WriteMeters(telemetry.meters())));
    var publisher =
        new Publisher(
            plane, options.namespace, options.node, incarnation, options.controlPlane.pods());
    var timer = timer();
    var identity = new PeerIdentity(options.node, incarnation, PlannerVersion.announced());
    var tls = keep(PeerTls.open(options.tlsDirectory, timer));
    var engines =
        keep(
            new RuntimeServer(
                RuntimeSettings.of(options.runDirectory, options.node, incarnation),
                podProof(plane),
                tracing));
    var data = keep(DataServer.start(options.on(options.dataPort), NanoClock.system(), timer));
    var tasks = keep(new Tasks());
    var peers = keep(PeerServer.start(options.on(options.port), tls, identity, tasks.self()));

    var runtimes = new RuntimePublisher(publisher);
    runtimes.removeStale();
    var moved = new Progress(NanoClock.system());
    var outgoing = new Staging(options.stagingBytes, CHUNK_BYTES, moved);
    var incoming = new Staging(options.stagingBytes, CHUNK_BYTES, moved);
    meters.staging(Direction.OUT, outgoing);
    meters.staging(Direction.IN, incoming);
    meters.operations(tasks::open);
    meters.sessions(engines::all);
    engines.listen(tasks.engines());
    engines.listen(runtimes);
    engines.listen(new SnapshotPublisher(publisher));
    tasks.start(
        new Services(
            options.node,
            incarnation,
            options.namespace,
            plane,
            engines,
            new PeerClient(tls, identity),
            data,
            moved,
            keep(copyThreads()),
            outgoing,
            incoming,
            new Reach(
                Duration.ofSeconds(options.probeTimeout),
                Duration.ofSeconds(options.probeAgainAfter),
                NanoClock.system()),
            new Bandwidth(
                options.maxBytesPerSecond, options.maxBytesPerSecondPerPeer, NanoClock.system()),
            quarantine,
            timer,
            NanoClock.system(),
            meters,
            tracing));

    var node =
        new NodePublisher(
            publisher,
            identity,
            HostAndPort.fromParts(options.address, peers.port()).toString(),
            () -> engines.all().size(),
            tasks::open,
            new Rates(meters, InstantSource.system()),
            quarantine,
            NanoClock.system());
    var beat =
        keep(
            Heartbeat.start(
                node,
                new LeaseKeeper(publisher, InstantSource.system()),
                new Renewals(telemetry.meters())));
    engines.start();
    if (publisher.pods() == Publisher.Pods.OBJECTS) {
      beat.sweep(new PodFolders(plane, options.node, options.runDirectory.resolve("s")));
    }
    var health =
        keep(
            HealthServer.start(
                options.on(options.healthPort), beat::trouble, beat::trouble, telemetry::scrape));
    LOG.info(
        "Agent {} of node {}: peers on {}:{}, streams on {}, health and metrics on {}, sockets in {}",
        incarnation,
        options.node,
        options.address,
        peers.port(),
        data.port(),
        health.port(),
        options.runDirectory);
  }

  private CopyThreads copyThreads() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new CopyThreads(Math.clamp(options.copyThreads, 1, cores));
  }

  private PodProof podProof(ControlPlane plane) {
    return switch (options.controlPlane.pods()) {
      case OBJECTS -> keep(new KnownPods(plane, options.node));
      case NAMES_ONLY -> PodProof.DIRECTORY;
    };
  }

  private ScheduledExecutorService timer() {
    var timer =
        Executors.newScheduledThreadPool(1, Thread.ofPlatform().daemon().name("timer").factory());
    parts.push(timer::shutdownNow);
    return timer;
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  /** Ends in the reverse order; what is unfinished fails and is said so. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close: {}", part, e.toString());
      }
    }
  }
}
