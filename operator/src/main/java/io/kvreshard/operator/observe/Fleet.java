package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.RuntimeRole;
import io.kvreshard.core.snapshot.RuntimeView;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All agents and engine processes, kept current by watches, and which agents are alive. Complete
 * from construction on: an agent that is not here does not exist.
 */
public final class Fleet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final long TICK_MILLIS = 1000;

  /** Told when agents or processes come, go or change. Called from a thread of the fleet. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Something that bindings depend on has changed.
     *
     * @param namespace of the process; null if an agent has changed
     */
    void changed(@Nullable String namespace);
  }

  private record Agent(String incarnation, String endpoint) {}

  private final Map<String, Agent> agents = new HashMap<>();
  private final Map<String, Map<String, RuntimeView>> runtimes = new HashMap<>();
  private final Silence leases;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> watches = new ArrayList<>();
  private final ScheduledExecutorService ticker;
  private Set<String> alive = Set.of();

  /**
   * Reads everything, then watches.
   *
   * @param namespace of the agents' Leases
   * @param nanos a monotonic clock
   */
  public Fleet(ControlPlane plane, String namespace, LongSupplier nanos) {
    leases = new Silence(nanos);
    plane.list(Lease.class, Scope.namespace(namespace)).forEach(this::see);
    plane.list(KVNode.class, Scope.everywhere()).forEach(this::see);
    plane.list(KVRuntime.class, Scope.everywhere()).forEach(this::see);
    alive = alive();
    watches.add(plane.watch(Lease.class, Scope.namespace(namespace), this::leaseChanged));
    watches.add(plane.watch(KVNode.class, Scope.everywhere(), this::nodeChanged));
    watches.add(plane.watch(KVRuntime.class, Scope.everywhere(), this::runtimeChanged));
    ticker = Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("fleet").factory());
    var _ =
        ticker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Tells of changes from now on. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** All agents by node. */
  public synchronized Map<String, AgentView> agents() {
    var views = new HashMap<String, AgentView>();
    agents.keySet().forEach(node -> views.put(node, agent(node)));
    return views;
  }

  /** The agent of a node; one that has gone, or never was, has no incarnation and is silent. */
  public synchronized AgentView agent(String node) {
    var agent = agents.getOrDefault(node, new Agent("", ""));
    return new AgentView(node, agent.incarnation(), agent.endpoint(), leases.of(node));
  }

  /** Engine processes of a namespace. */
  public synchronized List<RuntimeView> runtimes(String namespace) {
    return List.copyOf(runtimes.getOrDefault(namespace, Map.of()).values());
  }

  private void leaseChanged(Change<Lease> change) {
    switch (change) {
      case Change.Present<Lease>(var lease) -> see(lease);
      case Change.Gone<Lease> _ -> {
        // Its silence goes on from the last sight of it.
      }
    }
  }

  private void nodeChanged(Change<KVNode> change) {
    boolean changed =
        switch (change) {
          case Change.Present<KVNode>(var node) -> see(node);
          case Change.Gone<KVNode>(var node) -> forget(node);
        };
    if (changed) {
      tell(null);
    }
  }

  private void runtimeChanged(Change<KVRuntime> change) {
    boolean changed =
        switch (change) {
          case Change.Present<KVRuntime>(var runtime) -> see(runtime);
          case Change.Gone<KVRuntime>(var runtime) -> forget(runtime);
        };
    if (changed) {
      tell(change.object().getMetadata().getNamespace());
    }
  }

  private void see(Lease lease) {
    var name = lease.getMetadata().getName();
    if (name.startsWith(Names.LEASE_PREFIX)) {
      var _ =
          leases.observe(
              name.substring(Names.LEASE_PREFIX.length()),
              lease.getMetadata().getResourceVersion());
    }
  }

  private synchronized boolean see(KVNode node) {
    var status = node.getStatus();
    if (status == null || status.agentIncarnation() == null || status.endpoint() == null) {
      return forget(node);
    }
    var agent = new Agent(status.agentIncarnation(), status.endpoint());
    return !agent.equals(agents.put(node.getMetadata().getName(), agent));
  }

  private synchronized boolean forget(KVNode node) {
    return agents.remove(node.getMetadata().getName()) != null;
  }

  private synchronized boolean see(KVRuntime runtime) {
    var meta = runtime.getMetadata();
    var view = view(runtime);
    var before =
        runtimes
            .computeIfAbsent(meta.getNamespace(), _ -> new HashMap<>())
            .put(meta.getName(), view);
    return !view.equals(before);
  }

  private synchronized boolean forget(KVRuntime runtime) {
    var meta = runtime.getMetadata();
    var there = runtimes.get(meta.getNamespace());
    return there != null && there.remove(meta.getName()) != null;
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

  /** Notices agents that fell silent, which no watch tells of. */
  private void tick() {
    boolean changed;
    synchronized (this) {
      var now = alive();
      changed = !now.equals(alive);
      alive = now;
    }
    if (changed) {
      tell(null);
    }
  }

  private synchronized Set<String> alive() {
    var nodes = new TreeSet<String>();
    agents().values().stream().filter(AgentView::alive).forEach(agent -> nodes.add(agent.node()));
    return nodes;
  }

  private void tell(@Nullable String namespace) {
    for (var listener : listeners) {
      try {
        listener.changed(namespace);
      } catch (RuntimeException e) {
        LOG.error("A listener of the fleet has failed", e);
      }
    }
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    for (var watch : watches) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.warn("A watch did not close: {}", Objects.toString(e.getMessage(), e.toString()));
      }
    }
  }
}
