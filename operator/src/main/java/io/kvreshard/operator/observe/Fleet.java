package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.RuntimeView;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All agents and engine processes, kept current by watches, and which agents are alive. Complete
 * from construction on: an agent that is not here does not exist.
 */
public final class Fleet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration PRUNE = Duration.ofSeconds(60);

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

  private final ControlPlane plane;
  private final Inventory inventory;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> watches;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("fleet").factory());
  private Set<String> alive;

  /**
   * Reads everything, then watches.
   *
   * @param namespace of the agents' Leases
   * @param patience how long a lost agent is waited for
   * @param nanos a monotonic clock
   */
  public Fleet(ControlPlane plane, String namespace, Duration patience, LongSupplier nanos) {
    this.plane = plane;
    inventory = new Inventory(patience, nanos);
    var leases = Scope.namespace(namespace);
    var everywhere = Scope.everywhere();
    plane.list(Lease.class, leases).forEach(inventory::see);
    plane.list(KVNode.class, everywhere).forEach(inventory::see);
    plane.list(KVRuntime.class, everywhere).forEach(inventory::see);
    alive = inventory.alive();
    watches =
        List.of(
            plane.watch(Lease.class, leases, this::renewed),
            plane.watch(KVNode.class, everywhere, change -> changed(change, inventory::see)),
            plane.watch(KVRuntime.class, everywhere, change -> changed(change, inventory::see)));
    every(TICK, this::noticeSilence);
    every(PRUNE, this::prune);
  }

  /** Tells of changes from now on. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** All agents by node. */
  public Map<String, AgentView> agents() {
    return inventory.agents();
  }

  /** The agent of a node; one that has gone, or never was, has no incarnation and is silent. */
  public AgentView agent(String node) {
    return inventory.agent(node);
  }

  /** Engine processes of a namespace. */
  public List<RuntimeView> runtimes(String namespace) {
    return inventory.runtimes(namespace);
  }

  /** The end of a Lease is no sign of life. */
  private void renewed(Change<Lease> change) {
    if (change instanceof Change.Present<Lease>(var lease)) {
      inventory.see(lease);
    }
  }

  private <T extends HasMetadata> void changed(Change<T> change, Predicate<T> see) {
    boolean changed =
        switch (change) {
          case Change.Present<T>(var object) -> see.test(object);
          case Change.Gone<T>(var object) -> inventory.forget(Inventory.Key.of(object));
        };
    if (changed) {
      tell(change.object() instanceof KVNode ? null : change.object().getMetadata().getNamespace());
    }
  }

  /** Agents that fall silent change nothing that a watch could tell of. */
  private void noticeSilence() {
    var now = inventory.alive();
    if (!now.equals(alive)) {
      alive = now;
      tell(null);
    }
  }

  /**
   * Forgets what was gone before a watch saw it: an object that was read at the start, and of whose
   * end nobody tells.
   */
  private void prune() {
    var gone = inventory.keys();
    plane
        .list(KVNode.class, Scope.everywhere())
        .forEach(node -> gone.remove(Inventory.Key.of(node)));
    plane
        .list(KVRuntime.class, Scope.everywhere())
        .forEach(runtime -> gone.remove(Inventory.Key.of(runtime)));
    if (!gone.isEmpty()) {
      gone.forEach(inventory::forget);
      tell(null);
    }
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

  private void every(Duration period, Runnable work) {
    var _ =
        ticker.scheduleWithFixedDelay(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                LOG.warn("The fleet could not be looked after: {}", e.toString());
              }
            },
            period.toMillis(),
            period.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    for (var watch : watches) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.warn("A watch did not close: {}", e.toString());
      }
    }
  }
}
