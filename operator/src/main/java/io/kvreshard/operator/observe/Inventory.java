package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.AgentView.Contact;
import io.kvreshard.core.snapshot.RuntimeRole;
import io.kvreshard.core.snapshot.RuntimeView;
import io.kvreshard.crd.AgentLease;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVRuntime;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Agents and engine processes as last seen. Methods that change it say whether anything did. */
final class Inventory {
  private static final int NODES = 100_000;

  private record Agent(
      String incarnation, String endpoint, List<String> planners, List<Long> peerVersions) {}

  /** An object; the namespace of a cluster-scoped one is empty. */
  record Key(String namespace, String name) {
    static Key of(HasMetadata object) {
      var meta = object.getMetadata();
      var namespace = object instanceof KVNode ? "" : meta.getNamespace();
      return new Key(namespace, meta.getName());
    }
  }

  private final Map<Key, Agent> agents = new HashMap<>();
  private final Map<Key, RuntimeView> runtimes = new HashMap<>();
  private final Silence leases;
  private final Duration patience;

  /** Empty. */
  Inventory(Duration patience, LongSupplier nanos) {
    this.patience = patience;
    leases = new Silence(nanos, NODES);
  }

  void see(Lease lease) {
    var meta = lease.getMetadata();
    leases.observe(meta.getName(), meta.getResourceVersion());
  }

  synchronized boolean see(KVNode node) {
    var status = node.getStatus();
    if (status == null || status.agentIncarnation() == null || status.endpoint() == null) {
      return forget(Key.of(node));
    }
    var agent =
        new Agent(
            status.agentIncarnation(),
            status.endpoint(),
            Objects.requireNonNullElse(status.planners(), List.of()),
            Objects.requireNonNullElse(status.peerProtocolVersions(), List.of()));
    return !agent.equals(agents.put(Key.of(node), agent));
  }

  synchronized boolean see(KVRuntime runtime) {
    var view = view(runtime);
    return !view.equals(runtimes.put(Key.of(runtime), view));
  }

  synchronized boolean forget(Key key) {
    boolean agent = agents.remove(key) != null;
    boolean runtime = runtimes.remove(key) != null;
    return agent || runtime;
  }

  synchronized Set<Key> keys() {
    var keys = new HashSet<>(agents.keySet());
    keys.addAll(runtimes.keySet());
    return keys;
  }

  synchronized AgentView agent(String node) {
    var agent = agents.getOrDefault(new Key("", node), new Agent("", "", List.of(), List.of()));
    return new AgentView(
        node,
        agent.incarnation(),
        agent.endpoint(),
        agent.planners(),
        agent.peerVersions(),
        Contact.after(leases.of(AgentLease.name(node)), patience));
  }

  synchronized Map<String, AgentView> agents() {
    var views = new HashMap<String, AgentView>();
    agents.keySet().forEach(key -> views.put(key.name(), agent(key.name())));
    return views;
  }

  synchronized Set<String> alive() {
    var nodes = new TreeSet<String>();
    agents().values().stream().filter(AgentView::alive).forEach(agent -> nodes.add(agent.node()));
    return nodes;
  }

  synchronized List<RuntimeView> runtimes(String namespace) {
    return runtimes.entrySet().stream()
        .filter(entry -> entry.getKey().namespace().equals(namespace))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static RuntimeView view(KVRuntime runtime) {
    var spec = runtime.getSpec();
    var status = runtime.getStatus();
    return new RuntimeView(
        runtime.getMetadata().getName(),
        spec.nodeName(),
        spec.instanceGroup(),
        spec.groupEpoch(),
        RuntimeRole.valueOf(spec.role().name()),
        spec.participantId(),
        spec.instanceId(),
        status == null ? null : status.agentIncarnation());
  }
}
