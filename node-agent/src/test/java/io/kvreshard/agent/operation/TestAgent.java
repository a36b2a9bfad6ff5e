package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.memory.CopyThreads;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.peer.PeerClient;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.peer.PeerServer;
import io.kvreshard.agent.peer.PeerTls;
import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.agent.publish.NodePublisher;
import io.kvreshard.agent.publish.Publisher;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.agent.share.Bandwidth;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.tracing.Tracing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An agent's operations with their real ports, around fake engines. */
final class TestAgent implements AutoCloseable {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  static final int SLOT_BYTES = 64 << 10;

  final FakeRuntimes runtimes = new FakeRuntimes();
  final Tasks tasks = new Tasks();
  final String node;
  final String incarnation;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final PeerTls tls;
  private final PeerIdentity identity;
  private PeerServer server;
  private final DataServer data;
  private final CopyThreads copying = new CopyThreads(2);
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final Services services;

  TestAgent(
      String node,
      String incarnation,
      ControlPlane control,
      ThrowAwayCa ca,
      Path directory,
      long stagingBytes,
      NanoClock clock,
      Quarantine quarantine,
      Tracing tracing)
      throws IOException, GeneralSecurityException {
    this.node = node;
    this.incarnation = incarnation;
    ca.issue(directory);
    this.tls = PeerTls.open(directory, timer);
    this.identity = new PeerIdentity(node, incarnation, List.of("Ordinal/1"));
    this.server = PeerServer.start(ANY, tls, identity, tasks.self());
    this.data = DataServer.start(ANY, NanoClock.system(), timer);
    Progress moved = new Progress(NanoClock.system());
    this.services =
        new Services(
            node,
            incarnation,
            "kvreshard-system",
            control,
            runtimes,
            new PeerClient(tls, identity),
            data,
            moved,
            copying,
            new Staging(stagingBytes, SLOT_BYTES, moved),
            new Staging(stagingBytes, SLOT_BYTES, moved),
            new Reach(Duration.ofSeconds(5), Duration.ZERO, NanoClock.system()),
            Bandwidth.unlimited(clock),
            quarantine,
            timer,
            clock,
            new AgentMeters(registry, clock),
            tracing);
    NodePublisher publisher =
        new NodePublisher(
            new Publisher(control, "kvreshard-system", node, incarnation, Pods.NAMES_ONLY),
            identity,
            "127.0.0.1:" + server.port(),
            () -> 0,
            () -> 0,
            () -> null,
            quarantine,
            NanoClock.system());
    var _ = timer.scheduleWithFixedDelay(() -> publish(publisher), 0, 100, TimeUnit.MILLISECONDS);
  }

  private static void publish(NodePublisher publisher) {
    try {
      publisher.publish();
    } catch (ConflictException e) {
      // The next one is soon.
    }
  }

  /** Answers other agents in another way from now on, at another port. */
  void answerAs(Peer peer) throws IOException {
    server.close();
    server = PeerServer.start(ANY, tls, identity, peer);
  }

  void start() {
    tasks.start(services);
  }

  TaskNode taskNode() {
    return new TaskNode(node, "127.0.0.1:" + server.port(), incarnation);
  }

  @Override
  public void close() throws IOException {
    tasks.close();
    server.close();
    data.close();
    copying.close();
    tls.close();
    timer.shutdownNow();
  }
}
