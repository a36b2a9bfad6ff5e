package io.kvreshard.operator.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.kvreshard.core.job.JobView;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.observe.JobViews;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes documents that nobody else deletes: their job was removed by force before it had a task,
 * or has ended before the attempt began for which they were stored, or an operator was killed when
 * it had taken away the last task and not yet them. For one thread.
 */
final class DocumentSweep {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentSweep.class);

  private final ControlPlane plane;
  private final Scope system;
  private Set<String> before = Set.of();

  DocumentSweep(ControlPlane plane, String systemNamespace) {
    this.plane = plane;
    this.system = Scope.namespace(systemNamespace);
  }

  /**
   * Looks at all documents, and more closely only at those that were there the time before and have
   * no task: there are none unless something is amiss.
   *
   * @param tasks as they were a moment ago
   */
  void run(List<KVTransferTask> tasks) {
    var there = documents();
    var suspects =
        without(tasks, there.stream().filter(it -> before.contains(it.getUid())).toList());
    before = there.stream().map(ObjectMeta::getUid).collect(Collectors.toSet());
    if (suspects.isEmpty()) {
      return;
    }
    // In this order. Documents are made for a job that is there: one that is not listed after them
    // is gone for good, as is the will of one that is over. Tasks are made for a job that is not:
    // those that are listed after that are all there will be.
    var jobs =
        plane.metadata(KVReshardJob.class, Scope.everywhere()).stream()
            .collect(Collectors.toMap(ObjectMeta::getUid, it -> it));
    var orphans = suspects.stream().filter(it -> isOver(jobs.get(job(it)))).toList();
    without(plane.list(KVTransferTask.class, system), orphans).forEach(this::delete);
  }

  /** A job that only waits, or is suspended, may still come to use its documents. */
  private boolean isOver(@Nullable ObjectMeta job) {
    return job == null
        || (!job.getFinalizers().contains(Names.JOB_FINALIZER)
            && plane
                .get(KVReshardJob.class, job.getNamespace(), job.getName())
                .filter(found -> found.getMetadata().getUid().equals(job.getUid()))
                .map(JobViews::of)
                .map(JobView::over)
                .orElse(true));
  }

  /** Without their content, which may be large. */
  private List<ObjectMeta> documents() {
    return plane.metadata(ConfigMap.class, system).stream()
        .filter(it -> it.getLabels() != null && it.getLabels().containsKey(Names.JOB_UID))
        .toList();
  }

  private static String job(ObjectMeta documents) {
    return Objects.requireNonNull(documents.getLabels().get(Names.JOB_UID));
  }

  private static List<ObjectMeta> without(List<KVTransferTask> tasks, List<ObjectMeta> documents) {
    var named = tasks.stream().map(task -> task.getSpec().documents()).collect(Collectors.toSet());
    return documents.stream().filter(it -> !named.contains(it.getName())).toList();
  }

  private void delete(ObjectMeta documents) {
    LOG.warn(
        "Documents {} are deleted: job {} is over and has no task",
        documents.getName(),
        job(documents));
    plane.delete(new ConfigMapBuilder().withMetadata(documents).build());
  }
}
