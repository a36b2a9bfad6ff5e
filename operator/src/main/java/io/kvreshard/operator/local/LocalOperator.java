package io.kvreshard.operator.local;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.control.Controllers;
import io.kvreshard.operator.observe.Machines;
import io.kvreshard.operator.observe.Recent;
import io.kvreshard.operator.queue.Line;
import io.kvreshard.operator.queue.Member;
import io.kvreshard.operator.trace.JobTraces;
import io.kvreshard.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator without Kubernetes: the same controllers, driven by watches of any control plane and
 * one thread. For the demo, and for tests.
 *
 * <pre>{@code
 * try (var plane = new DirectoryControlPlane(directory);
 *     var operator = LocalOperator.start(plane, "kvreshard-system")) { … }
 * }</pre>
 */
public final class LocalOperator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalOperator.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private static final Duration STOP = Duration.ofSeconds(10);

  private sealed interface Key {
    record Job(String namespace, String name) implements Key {}

    record Snapshot(String namespace, String name) implements Key {}

    record Sweep() implements Key {}

    record Refresh() implements Key {}
  }

  private record Ends(String source, String target) {}

  private final Recent recent = Recent.of(System::nanoTime);
  private final Controllers controllers;
  private final WorkQueue<Key> queue = new WorkQueue<>();
  private final Map<Key.Job, Ends> jobs = new ConcurrentHashMap<>();
  private final Map<Key.Snapshot, Boolean> snapshots = new ConcurrentHashMap<>();
  private final List<AutoCloseable> watches = new ArrayList<>();
  private final Thread worker;

  private LocalOperator(
      ControlPlane plane, String systemNamespace, Settings settings, Tracing tracing) {
    controllers =
        Controllers.start(
            plane,
            systemNamespace,
            Machines.UNKNOWN,
            settings,
            recent,
            InstantSource.system(),
            System::nanoTime,
            JobTraces.of(tracing));
    controllers.line().listen(job -> queue.add(key(job), Duration.ZERO));
    controllers.fleet().listen(this::fleetChanged);
    var everywhere = Scope.everywhere();
    watches.add(plane.watch(KVReshardJob.class, everywhere, this::jobChanged));
    watches.add(plane.watch(KVSnapshot.class, everywhere, this::snapshotChanged));
    watches.add(
        plane.watch(KVTransferTask.class, Scope.namespace(systemNamespace), this::taskChanged));
    queue.add(new Key.Sweep(), Duration.ZERO);
    queue.add(new Key.Refresh(), Duration.ZERO);
    worker = Thread.ofPlatform().name("operator").daemon().start(this::work);
  }

  /**
   * Starts to work. The control plane stays the caller's.
   *
   * @param systemNamespace where tasks, documents and the agents' Leases are
   */
  public static LocalOperator start(ControlPlane plane, String systemNamespace) {
    return start(plane, systemNamespace, Settings.defaults(), Tracing.off());
  }

  /** The same, with settings of jobs, and with traces, which stay the caller's. */
  public static LocalOperator start(
      ControlPlane plane, String systemNamespace, Settings settings, Tracing tracing) {
    return new LocalOperator(plane, systemNamespace, settings, tracing);
  }

  private void work() {
    try {
      for (var key = queue.take(); key.isPresent(); key = queue.take()) {
        reconcile(key.get());
      }
    } catch (InterruptedException e) {
      LOG.warn("The operator's thread was interrupted; it stops");
    }
  }

  private void reconcile(Key key) {
    try {
      var again =
          switch (key) {
            case Key.Job job -> controllers.jobs().reconcile(job.namespace(), job.name());
            case Key.Snapshot it -> controllers.snapshots().reconcile(it.namespace(), it.name());
            case Key.Sweep _ -> sweep();
            case Key.Refresh _ -> refresh();
          };
      again.ifPresent(after -> queue.add(key, after));
    } catch (RuntimeException e) {
      LOG.error("{} could not be looked after; again in {}", key, AFTER_FAILURE, e);
      queue.add(key, AFTER_FAILURE);
    }
  }

  private Optional<Duration> sweep() {
    return Optional.of(controllers.orphans().run());
  }

  private Optional<Duration> refresh() {
    controllers.line().refresh(job -> jobs.containsKey(key(job)));
    return Optional.of(Line.REFRESH);
  }

  private static Key.Job key(Member job) {
    return new Key.Job(job.namespace(), job.name());
  }

  private void heard(Change<? extends HasMetadata> change) {
    switch (change) {
      case Change.Present<? extends HasMetadata>(var object) -> recent.see(object);
      case Change.Gone<? extends HasMetadata>(var object) -> recent.lose(object);
    }
  }

  private void jobChanged(Change<KVReshardJob> change) {
    heard(change);
    var meta = change.object().getMetadata();
    var key = new Key.Job(meta.getNamespace(), meta.getName());
    switch (change) {
      case Change.Present<KVReshardJob>(var job) -> {
        var spec = job.getSpec();
        jobs.put(
            key, new Ends(spec.source().snapshotRef().name(), spec.target().snapshotRef().name()));
        queue.add(key, Duration.ZERO);
      }
      case Change.Gone<KVReshardJob> _ -> {
        jobs.remove(key);
        queue.add(key, Duration.ZERO);
        // Claims of jobs that were removed by force are dropped by their snapshots.
        snapshots.keySet().stream()
            .filter(snapshot -> snapshot.namespace().equals(key.namespace()))
            .forEach(snapshot -> queue.add(snapshot, Duration.ZERO));
      }
    }
  }

  private void snapshotChanged(Change<KVSnapshot> change) {
    heard(change);
    var meta = change.object().getMetadata();
    var key = new Key.Snapshot(meta.getNamespace(), meta.getName());
    switch (change) {
      case Change.Present<KVSnapshot> _ -> {
        snapshots.put(key, true);
        queue.add(key, Duration.ZERO);
      }
      case Change.Gone<KVSnapshot> _ -> snapshots.remove(key);
    }
    jobs.forEach(
        (job, ends) -> {
          boolean concerned = ends.source().equals(key.name()) || ends.target().equals(key.name());
          if (concerned && job.namespace().equals(key.namespace())) {
            queue.add(job, Duration.ZERO);
          }
        });
  }

  private void taskChanged(Change<KVTransferTask> change) {
    heard(change);
    var job = change.object().getSpec().job();
    queue.add(new Key.Job(job.namespace(), job.name()), Duration.ZERO);
  }

  private void fleetChanged(@Nullable String namespace) {
    for (var snapshot : snapshots.keySet()) {
      if (namespace == null || namespace.equals(snapshot.namespace())) {
        queue.add(snapshot, Duration.ZERO);
      }
    }
  }

  /** Stops; whatever was begun is continued by the next operator. */
  @Override
  public void close() {
    for (var watch : watches) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.warn("A watch did not close: {}", e.toString());
      }
    }
    controllers.close();
    // Not by interruption: that would close the file under a write.
    queue.close();
    try {
      if (!worker.join(STOP)) {
        LOG.warn("The operator's thread did not stop within {}", STOP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
