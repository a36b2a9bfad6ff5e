package io.kvreshard.agent.operation;

import com.google.common.net.HostAndPort;
import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.operation.Reach.Port;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.stream.DataProbe;
import io.kvreshard.agent.stream.Token;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.peer.v1.ProbeGrant;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Looks whether the agents that a task needs can be reached, before any engine hears of it: what is
 * found to be wrong here has cost nobody anything. It goes on while something else is waited for.
 */
final class WarmUp {
  private final Roster roster;
  private final PeerLinks links;
  private final Reach reach;
  private final FutureTask<Boolean> probes;

  private WarmUp(TaskContext task, PeerLinks links) {
    this.roster = task.roster();
    this.links = links;
    this.reach = task.services().reach();
    this.probes = new FutureTask<>(this::probeAll);
    Thread.ofVirtual().name("warm-up of " + task.id()).start(probes);
  }

  /**
   * Begins.
   *
   * @param links of the operation to be: connections stay open for it
   */
  static WarmUp of(TaskContext task, PeerLinks links) {
    return new WarmUp(task, links);
  }

  /**
   * On return all can be reached.
   *
   * @throws FailedException PeerUnreachable, naming the node and the port, or PeerFailed if an
   *     agent is another one now
   */
  void get() throws FailedException, InterruptedException {
    try {
      probes.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case FailedException why -> throw why;
        case RuntimeException fault -> throw fault;
        case Error fault -> throw fault;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Nobody needs to know any more. */
  void cancel() {
    probes.cancel(true);
  }

  private boolean probeAll() throws Exception {
    List<Crew.Work> works = new ArrayList<>();
    for (Map.Entry<String, Port> peer : roster.peers().entrySet()) {
      TaskNode there = roster.node(peer.getKey());
      if (!reach.isKnown(there.agentIncarnation(), peer.getValue())) {
        works.add(() -> probe(there, peer.getValue()));
      }
    }
    Crew.runAll("warm-up", works);
    return true;
  }

  private void probe(TaskNode there, Port port) throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_PROBE, WarmUp::failed);
    Peer peer = call(there);
    if (port == Port.STREAMS) {
      Optional<ProbeGrant> grant = peer.probe(reach.patience());
      if (grant.isPresent()) {
        connect(there, grant.get());
      }
    }
    Failpoints.after(Step.AGENT_PROBE, WarmUp::failed);
    reach.reached(there.agentIncarnation(), port);
  }

  /** A handshake, and who answers. */
  private Peer call(TaskNode there) throws FailedException, InterruptedException {
    try {
      return links.to(there.name(), reach.patience());
    } catch (FailedException e) {
      if (e.reason() != FailureReason.PeerUnreachable) {
        throw e;
      }
      throw new FailedException(
          FailureReason.PeerUnreachable,
          "%s (%s); nothing was pinned yet. Agents must reach each other at agent.port of the chart, and have certificates of one CA: look at firewalls, NetworkPolicies and tls"
              .formatted(e.sentence(), there.endpoint()),
          e);
    }
  }

  private void connect(TaskNode there, ProbeGrant grant)
      throws FailedException, InterruptedException {
    String host = HostAndPort.fromString(there.endpoint()).getHost();
    try {
      DataProbe.ask(
          new InetSocketAddress(host, grant.getPort()),
          Token.of(grant.getToken().toByteArray()),
          reach.patience());
    } catch (IOException | IllegalArgumentException e) {
      if (Thread.interrupted()) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      throw new FailedException(
          FailureReason.PeerUnreachable,
          "the data port of node %s, %s:%d, cannot be used: %s; nothing was pinned yet. Agents must reach each other at agent.dataPort of the chart: look at firewalls and NetworkPolicies"
              .formatted(there.name(), host, grant.getPort(), e.getMessage()),
          e);
    }
  }

  private static FailedException failed(String why) {
    return new FailedException(FailureReason.PeerUnreachable, why);
  }
}
