package io.kvreshard.operator.control;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.NodeRemains;
import io.kvreshard.crd.AgentLease;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.Machines;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what agents have left of themselves on nodes that are gone. */
public final class NodeSweep {
  /** How often it is worth to look. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(NodeSweep.class);

  private final ControlPlane plane;
  private final Fleet fleet;
  private final Machines machines;
  private final String systemNamespace;

  NodeSweep(ControlPlane plane, Fleet fleet, Machines machines, String systemNamespace) {
    this.plane = plane;
    this.fleet = fleet;
    this.machines = machines;
    this.systemNamespace = systemNamespace;
  }

  /** Asks the control plane for something only while an agent is given up. */
  public void run() {
    var silent = fleet.agents().values().stream().filter(AgentView::givenUp).toList();
    if (silent.isEmpty()) {
      return;
    }
    var owing = owing();
    for (var agent : silent) {
      var node = agent.node();
      if (new NodeRemains(agent, machines.down(node), owing.contains(node)).mayGo()) {
        forget(agent);
      }
    }
  }

  /** Nodes that a task or a quarantine is about. */
  private Set<String> owing() {
    var nodes = new HashSet<String>();
    for (var task : plane.list(KVTransferTask.class, Scope.namespace(systemNamespace))) {
      nodes.add(task.getSpec().nodeName());
    }
    for (var snapshot : plane.list(KVSnapshot.class, Scope.everywhere())) {
      var status = snapshot.getStatus();
      if (status != null && status.quarantine() != null) {
        status.quarantine().forEach(it -> nodes.add(it.node()));
      }
    }
    return nodes;
  }

  /** The KVNode last: what is left of a node is found by it. */
  private void forget(AgentView agent) {
    var node = agent.node();
    var object = plane.get(KVNode.class, "", node).filter(it -> isOf(it, agent));
    if (object.isPresent()) {
      LOG.info("Node {} is gone: its KVNode and its agent's Lease are deleted", node);
      plane.get(Lease.class, systemNamespace, AgentLease.name(node)).ifPresent(plane::delete);
      plane.delete(object.get());
    }
  }

  /** No other agent has come meanwhile. */
  private static boolean isOf(KVNode object, AgentView agent) {
    var status = object.getStatus();
    return status != null && agent.incarnation().equals(status.agentIncarnation());
  }
}
