package io.kvreshard.operator.control;

import io.kvreshard.core.job.JobDecision.TaskDecision;
import io.kvreshard.core.job.Orphans;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.telemetry.JobLog;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.act.OrphanActions;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.observe.OrphanObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after tasks that no job looks after: it was removed by force, has left them to their
 * agents, or had come to its end when an operator that was late made them; and, when there is
 * nothing to do for tasks, after documents.
 */
public final class OrphanSweep {
  /** How often it is worth to look. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  /** What was done leads to something that an agent does at once. */
  static final Duration SOON = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  /** More steps in a row than any attempt needs. */
  private static final int STEPS = 10;

  private final ControlPlane plane;
  private final OrphanObserver observer;
  private final OrphanActions actions;
  private final DocumentSweep documents;
  private final String systemNamespace;

  OrphanSweep(
      ControlPlane plane, OrphanObserver observer, OrphanActions actions, String systemNamespace) {
    this.plane = plane;
    this.observer = observer;
    this.actions = actions;
    this.documents = new DocumentSweep(plane, systemNamespace);
    this.systemNamespace = systemNamespace;
  }

  /**
   * All steps that can be taken now.
   *
   * @return when it is worth to look again
   */
  public Duration run() {
    var tasks = tasks();
    if (!step(tasks)) {
      documents.run(tasks);
      return PERIOD;
    }
    int steps = 1;
    while (steps < STEPS && step(tasks())) {
      steps++;
    }
    return SOON;
  }

  private List<KVTransferTask> tasks() {
    return plane.list(KVTransferTask.class, Scope.namespace(systemNamespace));
  }

  private boolean step(List<KVTransferTask> all) {
    boolean any = false;
    // Tasks first: a job that is not there now was there when its task was made, and is gone.
    for (var tasks : attempts(all).values()) {
      var spec = tasks.getFirst().getSpec();
      var job = spec.job();
      JobLog.mark(job.namespace(), job.name(), job.uid(), spec.attempt());
      try {
        any |= stepOf(tasks);
      } catch (ConflictException e) {
        LOG.debug("Somebody else was faster: {}", e.getMessage());
      } finally {
        JobLog.clear();
      }
    }
    return any;
  }

  private static Map<String, List<KVTransferTask>> attempts(List<KVTransferTask> tasks) {
    return tasks.stream()
        .collect(Collectors.groupingBy(OrphanSweep::attempt, TreeMap::new, Collectors.toList()));
  }

  private static String attempt(KVTransferTask task) {
    var spec = task.getSpec();
    return spec.job().uid() + "/" + spec.attempt() + (isLeft(task) ? " left" : "");
  }

  private static boolean isLeft(KVTransferTask task) {
    var labels = task.getMetadata().getLabels();
    return labels != null && labels.containsKey(Names.LEFT_BY);
  }

  private boolean stepOf(List<KVTransferTask> tasks) throws ConflictException {
    var one = tasks.getFirst();
    var step = isLeft(one) ? Orphans.leftBehind(observer.remains(tasks)) : withoutJob(tasks);
    if (step.isPresent()) {
      var job = one.getSpec().job();
      LOG.warn(
          "Tasks of attempt {} of job {}/{}, which does not look after them: {}",
          one.getSpec().attempt(),
          job.namespace(),
          job.name(),
          step.get());
      actions.apply(tasks, step.get());
    }
    return step.isPresent();
  }

  private Optional<TaskDecision> withoutJob(List<KVTransferTask> tasks) {
    var spec = tasks.getFirst().getSpec().job();
    var job =
        plane
            .get(KVReshardJob.class, spec.namespace(), spec.name())
            .filter(found -> found.getMetadata().getUid().equals(spec.uid()))
            .map(JobViews::of);
    if (job.isEmpty()) {
      return Orphans.abandoned(observer.remains(tasks));
    }
    return job.get().over() ? Orphans.late(observer.remains(tasks)) : Optional.empty();
  }
}
