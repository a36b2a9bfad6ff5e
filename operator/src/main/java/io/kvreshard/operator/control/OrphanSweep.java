package io.kvreshard.operator.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.job.Orphans;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.telemetry.JobLog;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.act.Finalizers;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.TaskViews;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away tasks whose jobs were removed by force. */
public final class OrphanSweep {
  /** How often it is worth to look. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  private final ControlPlane plane;
  private final Fleet fleet;
  private final String systemNamespace;

  OrphanSweep(ControlPlane plane, Fleet fleet, String systemNamespace) {
    this.plane = plane;
    this.fleet = fleet;
    this.systemNamespace = systemNamespace;
  }

  /** One step of every orphan. */
  public void run() {
    // Tasks first: a job that is not there now was there when its task was made, and is gone.
    for (var task : plane.list(KVTransferTask.class, Scope.namespace(systemNamespace))) {
      if (isOrphan(task)) {
        var job = task.getSpec().job();
        JobLog.mark(job.namespace(), job.name(), job.uid(), task.getSpec().attempt());
        try {
          step(task);
        } catch (ConflictException e) {
          LOG.debug("Somebody else was faster: {}", e.getMessage());
        } finally {
          JobLog.clear();
        }
      }
    }
  }

  private boolean isOrphan(KVTransferTask task) {
    var job = task.getSpec().job();
    return plane
        .get(KVReshardJob.class, job.namespace(), job.name())
        .filter(found -> found.getMetadata().getUid().equals(job.uid()))
        .isEmpty();
  }

  private void step(KVTransferTask task) throws ConflictException {
    var step = Orphans.decide(TaskViews.of(task), fleet.agent(task.getSpec().nodeName()));
    switch (step) {
      case WAIT -> {}
      case DELETE -> {
        log(step, task);
        plane.delete(task);
      }
      case RELEASE -> {
        log(step, task);
        Finalizers.remove(task, Names.QUIESCE_FINALIZER);
        var _ = plane.replace(task);
        plane
            .get(ConfigMap.class, systemNamespace, task.getSpec().documents())
            .ifPresent(plane::delete);
      }
    }
  }

  private static void log(Orphans.Step step, KVTransferTask task) {
    var job = task.getSpec().job();
    LOG.warn(
        "Task {} of job {}/{}, which is no more: {}",
        task.getMetadata().getName(),
        job.namespace(),
        job.name(),
        step);
  }
}
