package io.kvreshard.bench.control;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.publish.LeaseKeeper;
import io.kvreshard.agent.publish.NodePublisher;
import io.kvreshard.agent.publish.Publisher;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.control.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's agent without engines and bytes: its Lease and KVNode are kept by the agent's own code,
 * its tasks are watched and reported as a real one does.
 */
final class SimulatedNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedNode.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration QUARANTINE = Duration.ofMinutes(1);

  private final String name;
  private final String incarnation;
  private final KubernetesControlPlane plane;
  private final Meetings meetings;
  private final LeaseKeeper lease;
  private final NodePublisher node;
  private final ConcurrentHashMap<String, SimulatedTask> tasks = new ConcurrentHashMap<>();
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("heart").factory());

  private SimulatedNode(
      String name,
      KubernetesClient client,
      String namespace,
      Meetings meetings,
      Quarantine quarantine) {
    this.name = name;
    this.incarnation = name + "-1";
    this.plane = new KubernetesControlPlane(client, "kvreshard-agent");
    this.meetings = meetings;
    var publisher = new Publisher(plane, namespace, name, incarnation, Publisher.Pods.NAMES_ONLY);
    lease = new LeaseKeeper(publisher, InstantSource.system());
    node =
        new NodePublisher(
            publisher,
            new PeerIdentity(name, incarnation, PlannerVersion.announced()),
            "127.0.0.1:7443",
            () -> 1,
            () -> (int) tasks.values().stream().filter(SimulatedTask::open).count(),
            // It moves no byte.
            () -> null,
            quarantine,
            NanoClock.system());
  }

  /**
   * Starts it.
   *
   * @param client its own
   * @param namespace of Leases and tasks
   * @param folder what it owes would be there
   * @param phase when in the period its heart beats: agents do not start all at once
   */
  static SimulatedNode start(
      String name,
      KubernetesClient client,
      String namespace,
      Meetings meetings,
      Path folder,
      Duration phase)
      throws IOException {
    var quarantine = Quarantine.open(folder.resolve(name), QUARANTINE);
    var started = new SimulatedNode(name, client, namespace, meetings, quarantine);
    started.beat();
    var _ =
        started.heart.scheduleWithFixedDelay(
            started::beat,
            phase.toMillis() % PERIOD.toMillis(),
            PERIOD.toMillis(),
            TimeUnit.MILLISECONDS);
    var _ =
        started.plane.watch(
            KVTransferTask.class, Scope.namespace(namespace).node(name), started::changed);
    return started;
  }

  String name() {
    return name;
  }

  String incarnation() {
    return incarnation;
  }

  KubernetesControlPlane plane() {
    return plane;
  }

  private void beat() {
    for (var write : List.<Write>of(lease::renew, node::publish)) {
      try {
        write.run();
      } catch (ConflictException | RuntimeException e) {
        LOG.warn("Node {}: {}", name, e.getMessage());
      }
    }
  }

  private interface Write {
    void run() throws ConflictException;
  }

  private void changed(Change<KVTransferTask> change) {
    var uid = change.object().getMetadata().getUid();
    switch (change) {
      case Change.Present<KVTransferTask>(var task) -> {
        var known = tasks.get(uid);
        if (known == null) {
          tasks.put(uid, new SimulatedTask(task, plane, meetings, incarnation));
        } else {
          known.see(task);
        }
      }
      case Change.Gone<KVTransferTask> _ -> {
        var known = tasks.remove(uid);
        if (known != null) {
          known.gone();
        }
      }
    }
  }

  @Override
  public void close() {
    heart.shutdownNow();
    plane.close();
    tasks.values().forEach(SimulatedTask::stop);
  }
}
