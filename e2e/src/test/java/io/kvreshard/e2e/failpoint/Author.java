package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import org.jspecify.annotations.Nullable;

/** What a job's author does after its creation, as soon as the scenario's moment has come. */
final class Author {
  private final ControlPlane plane;
  private final Scenario scenario;
  private boolean suspended;

  Author(ControlPlane plane, Scenario scenario) {
    this.plane = plane;
    this.scenario = scenario;
  }

  /** Looks at the job as it is now. */
  void look(KVReshardJob job) {
    var status = job.getStatus();
    if (status == null || job.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    switch (scenario) {
      case DELETED -> {
        if (isMoving(plane, job)) {
          plane.delete(job);
        }
      }
      case SUSPENDED -> {
        if (!suspended && isMoving(plane, job)) {
          suspended = says(job, true, null);
        } else if (isHeld(job)) {
          says(job, false, null);
        }
      }
      case CANCELLED -> {
        if (isMoving(plane, job)) {
          says(job, null, true);
        }
      }
      case EXPIRED -> {
        if (status.phase() == JobPhase.Succeeded) {
          says(job, null, true);
        }
      }
      case MOVE, RELEASE, RENEWED, RETRY, GIVEN_UP, DRY_RUN, RESTARTED, SUCCESSOR, LOST -> {}
    }
  }

  /** Both nodes work on it. */
  static boolean isMoving(ControlPlane plane, KVReshardJob job) {
    return plane.list(KVTransferTask.class, Scope.namespace(Rig.SYSTEM)).stream()
            .filter(task -> task.getSpec().job().uid().equals(job.getMetadata().getUid()))
            .filter(task -> task.getStatus() != null)
            .filter(task -> task.getStatus().state() == TaskState.Running)
            .count()
        == Rig.NODES;
  }

  private static boolean isHeld(KVReshardJob job) {
    return "Suspended".equals(job.getStatus().reason())
        && job.getMetadata().getFinalizers().isEmpty();
  }

  private boolean says(KVReshardJob job, @Nullable Boolean suspend, @Nullable Boolean cancel) {
    return says(plane, job, suspend, cancel);
  }

  /** False if somebody else wrote meanwhile: the job is looked at again. */
  static boolean says(
      ControlPlane plane, KVReshardJob job, @Nullable Boolean suspend, @Nullable Boolean cancel) {
    var old = job.getSpec();
    var spec =
        new KVReshardJobSpec(
            old.source(),
            old.target(),
            old.policy(),
            old.priority(),
            old.pendingTimeoutSeconds(),
            old.activeDeadlineSeconds(),
            old.progressTimeoutSeconds(),
            old.backoffLimit(),
            old.ttlSecondsAfterFinished(),
            old.dryRun(),
            old.retryOf(),
            suspend,
            cancel);
    if (spec.equals(old)) {
      return true;
    }
    job.setSpec(spec);
    try {
      plane.replace(job);
      return true;
    } catch (ConflictException e) {
      return false;
    }
  }
}
