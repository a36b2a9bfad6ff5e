package io.kvreshard.operator.observe;

import io.kvreshard.core.job.Command;
import io.kvreshard.core.job.Remains;
import io.kvreshard.core.job.SnapshotView;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.control.ControlPlane;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is left of attempts whose jobs do not look after them. */
public final class OrphanObserver {
  private static final int REMEMBERED = 10_000;

  private final ControlPlane plane;
  private final Fleet fleet;
  private final Machines machines;
  private final SnapshotObserver snapshots;
  private final Silence tasksSeen;

  /**
   * An observer.
   *
   * @param nanos a monotonic clock
   */
  public OrphanObserver(
      ControlPlane plane,
      Fleet fleet,
      Machines machines,
      SnapshotObserver snapshots,
      LongSupplier nanos) {
    this.plane = plane;
    this.fleet = fleet;
    this.machines = machines;
    this.snapshots = snapshots;
    this.tasksSeen = new Silence(nanos, REMEMBERED);
  }

  /**
   * The remains of one attempt. Nobody is left to decide: who was not told to commit is aborted.
   *
   * @param tasks of one attempt; at least one
   */
  public Remains remains(List<KVTransferTask> tasks) {
    var spec = tasks.getFirst().getSpec();
    var namespace = spec.job().namespace();
    var agents = new HashMap<String, AgentView>();
    var down = new HashSet<String>();
    for (var task : tasks) {
      var node = task.getSpec().nodeName();
      agents.put(node, fleet.agent(node));
      if (machines.down(node)) {
        down.add(node);
      }
    }
    boolean committed =
        tasks.stream().allMatch(task -> task.getSpec().command() == TaskCommand.Commit);
    return new Remains(
        spec.job().uid(),
        tasks.stream().map(TaskViews::of).toList(),
        committed ? Command.Commit : Command.Abort,
        null,
        snapshot(namespace, spec.source().snapshot()),
        snapshot(namespace, spec.target().snapshot()),
        agents,
        down,
        still(tasks));
  }

  /** For how long nothing of these tasks has changed. */
  private Duration still(List<KVTransferTask> tasks) {
    var spec = tasks.getFirst().getSpec();
    var versions =
        tasks.stream()
            .map(task -> task.getMetadata().getResourceVersion())
            .sorted()
            .collect(Collectors.joining(","));
    return tasksSeen.observe(spec.job().uid() + "/" + spec.attempt(), versions);
  }

  private @Nullable SnapshotView snapshot(String namespace, String name) {
    return plane.get(KVSnapshot.class, namespace, name).map(snapshots::view).orElse(null);
  }
}
