package io.kvreshard.cli.demo;

import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One scenario on the demo's cluster: engines up, job applied and followed to its end. */
final class Move implements AutoCloseable {
  private static final String NAMESPACE = "default";
  private static final Duration ENGINES_UP = Duration.ofMinutes(2);
  private static final Duration JOB_DONE = Duration.ofMinutes(3);

  private final DemoCluster cluster;
  private final Scenario scenario;
  private final DemoEngine source;
  private final DemoEngine target;

  private Move(DemoCluster cluster, Scenario scenario) {
    this.cluster = cluster;
    this.scenario = scenario;
    this.source = DemoEngine.start(scenario.source(), cluster.nodes(), cluster.root());
    this.target = DemoEngine.start(scenario.target(), cluster.nodes(), cluster.root());
  }

  /** Starts the engines. */
  static Move start(DemoCluster cluster, Scenario scenario) {
    return new Move(cluster, scenario);
  }

  DemoEngine source() {
    return source;
  }

  DemoEngine target() {
    return target;
  }

  /** Waits until both snapshots are there and all their processes, too. */
  void awaitEngines() throws InterruptedException {
    Polling.await(
        "the snapshots of both engines",
        ENGINES_UP,
        () -> {
          requireAlive();
          return snapshot(scenario.source(), SnapshotPhase.Ready)
              .flatMap(s -> snapshot(scenario.target(), SnapshotPhase.Reserved));
        });
  }

  /** What operator and agents compute, too. */
  PlanSet plan() {
    var from = group(scenario.source(), SnapshotPhase.Ready);
    var to = group(scenario.target(), SnapshotPhase.Reserved);
    return PlanSet.plan(from.placement(), to.placement(), null, from.snapshot());
  }

  /**
   * Applies the job and follows it to its end.
   *
   * @param moved is told the bytes that have moved so far
   */
  KVReshardJobStatus run(LongConsumer moved) throws InterruptedException {
    var job = scenario.job();
    job.getMetadata().setNamespace(NAMESPACE);
    try {
      control().create(job);
    } catch (ConflictException e) {
      throw new DemoFailure(String.valueOf(e.getMessage()));
    }
    return Polling.await(
        "the job's end",
        JOB_DONE,
        () -> {
          requireAlive();
          moved.accept(bytesMoved());
          return control()
              .get(KVReshardJob.class, NAMESPACE, job.getMetadata().getName())
              .map(KVReshardJob::getStatus)
              .filter(status -> ended(status.phase()));
        });
  }

  private long bytesMoved() {
    return control().list(KVTransferTask.class, Scope.everywhere()).stream()
        .map(KVTransferTask::getStatus)
        .filter(Objects::nonNull)
        .map(status -> status.bytesDone())
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .sum();
  }

  private static boolean ended(@Nullable JobPhase phase) {
    return phase == JobPhase.Succeeded || phase == JobPhase.Failed || phase == JobPhase.Cancelled;
  }

  private CacheGroup group(EngineExample engine, SnapshotPhase phase) {
    var snapshot =
        snapshot(engine, phase)
            .orElseThrow(() -> new DemoFailure("KVSnapshot \"" + engine.name() + "\" is gone"));
    return Documents.read(snapshot.getSpec(), reference -> Optional.empty()).getFirst();
  }

  private Optional<KVSnapshot> snapshot(EngineExample engine, SnapshotPhase phase) {
    return control()
        .get(KVSnapshot.class, NAMESPACE, engine.name())
        .filter(s -> s.getStatus() != null && s.getStatus().phase() == phase);
  }

  private ControlPlane control() {
    return cluster.controlPlane();
  }

  private void requireAlive() {
    cluster.nodes().forEach(DemoNode::requireAlive);
    source.requireAlive();
    target.requireAlive();
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
