package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobDecision.TaskDecision;
import io.kvreshard.core.job.Side;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.operator.observe.TurnPlane;
import java.util.List;

/** Carries out decisions about tasks whose jobs do not look after them. */
public final class OrphanActions {
  private final TurnPlane plane;
  private final SnapshotActions snapshots;
  private final TaskActions tasks;
  private final String systemNamespace;

  /**
   * The actions.
   *
   * @param systemNamespace where tasks and documents are
   */
  public OrphanActions(TurnPlane plane, SnapshotActions snapshots, String systemNamespace) {
    this.plane = plane;
    this.snapshots = snapshots;
    this.tasks = new TaskActions(plane, systemNamespace);
    this.systemNamespace = systemNamespace;
  }

  /**
   * Carries out one decision.
   *
   * @param all tasks of the attempt, as they were observed
   * @throws ConflictException if the world is not any more what was observed: observe again
   */
  public void apply(List<KVTransferTask> all, TaskDecision decision) throws ConflictException {
    switch (decision) {
      case JobDecision.IssueCommand it ->
          tasks.command(all, it.command(), it.tasks(), it.jobDigest());
      case JobDecision.DeleteTasks it -> tasks.delete(all, it.tasks());
      case JobDecision.OrderRelease it -> tasks.orderRelease(all, it.tasks());
      case JobDecision.Quarantine it -> quarantine(all.getFirst(), it);
      case JobDecision.ReleaseTasks it -> {
        tasks.release(all, it.tasks());
        dropDocuments(all.getFirst());
      }
      case JobDecision.LeaveTasks it -> {
        tasks.leave(all, it.tasks());
        dropDocuments(all.getFirst());
      }
    }
  }

  private void quarantine(KVTransferTask task, JobDecision.Quarantine noise)
      throws ConflictException {
    var spec = task.getSpec();
    var side = noise.side() == Side.Source ? spec.source() : spec.target();
    var snapshot = plane.get(KVSnapshot.class, spec.job().namespace(), side.snapshot());
    snapshots.quarantine(snapshot.orElse(null), noise);
  }

  private void dropDocuments(KVTransferTask task) {
    plane
        .get(ConfigMap.class, systemNamespace, task.getSpec().documents())
        .ifPresent(plane::delete);
  }
}
