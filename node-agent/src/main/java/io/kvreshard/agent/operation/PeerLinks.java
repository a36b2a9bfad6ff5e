package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.peer.PeerClient;
import io.kvreshard.agent.peer.RemotePeer;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.TaskNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The agents of one operation, connected when first needed. This node's own agent is one of them,
 * so that nobody has to ask where a coordinator is.
 */
final class PeerLinks implements AutoCloseable {
  private final Roster roster;
  private final Peer self;
  private final PeerClient client;
  private final Map<String, RemotePeer> links = new HashMap<>();

  PeerLinks(Roster roster, Peer self, PeerClient client) {
    this.roster = roster;
    this.self = self;
    this.client = client;
  }

  /** The agent of a node. */
  synchronized Peer to(String node, Duration patience)
      throws FailedException, InterruptedException {
    if (node.equals(roster.self())) {
      return self;
    }
    RemotePeer link = links.get(node);
    if (link == null) {
      TaskNode there = roster.node(node);
      link = client.connect(node, there.endpoint(), there.agentIncarnation(), patience);
      links.put(node, link);
    }
    return link;
  }

  /** Tells those that are connected that this node has given up. */
  synchronized void cancel(OperationId operation, String reason) {
    links.values().forEach(link -> link.cancel(operation.toString(), reason));
  }

  @Override
  public synchronized void close() {
    links.values().forEach(RemotePeer::close);
    links.clear();
  }
}
