package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;

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
    var progress = status.progress();
    boolean moving = progress != null && progress.bytes() > 0;
    switch (scenario) {
      case DELETED -> {
        if (moving) {
          plane.delete(job);
        }
      }
      case SUSPENDED -> {
        if (moving && !suspended) {
          suspended = says(job, scenario.spec(true, null));
        } else if (isHeld(job)) {
          says(job, scenario.spec(false, null));
        }
      }
      case CANCELLED -> {
        if (moving) {
          says(job, scenario.spec(null, true));
        }
      }
      case EXPIRED -> {
        if (status.phase() == JobPhase.Succeeded) {
          says(job, scenario.spec(null, true));
        }
      }
      case MOVE, RELEASE, RENEWED, RETRY, GIVEN_UP, DRY_RUN, RESTARTED, SUCCESSOR, LOST -> {}
    }
  }

  private static boolean isHeld(KVReshardJob job) {
    return "Suspended".equals(job.getStatus().reason())
        && job.getMetadata().getFinalizers().isEmpty();
  }

  /** False if somebody else wrote meanwhile: the job is looked at again. */
  private boolean says(KVReshardJob job, KVReshardJobSpec spec) {
    if (spec.equals(job.getSpec())) {
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
