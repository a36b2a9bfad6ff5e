package io.kvreshard.operator.queue;

import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Phase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.observe.JobViews;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the cluster's objects say of the line: a new operator finds it as the last one left it. */
final class Roster {
  /** Stands for the nodes of a job whose tasks are not there yet; its next turn tells them. */
  private static final Set<String> UNKNOWN = Set.of("");

  private final ControlPlane plane;
  private final String systemNamespace;

  Roster(ControlPlane plane, String systemNamespace) {
    this.plane = plane;
    this.systemNamespace = systemNamespace;
  }

  /**
   * A job and the nodes where it takes a place.
   *
   * @param waiting it stands in line; its nodes are not known before its next turn
   */
  record Found(Member member, JobView job, Set<String> holding, boolean waiting) {}

  /** All jobs of the cluster. */
  List<Found> read() {
    // Tasks last: a job that has begun in between is seen without them, and counts.
    var jobs = plane.list(KVReshardJob.class, Scope.everywhere());
    var nodes = nodes();
    return jobs.stream().map(job -> found(job, nodes)).toList();
  }

  private static Found found(KVReshardJob job, Map<String, Set<String>> nodes) {
    var view = JobViews.of(job);
    var phase = view.recorded().phase();
    boolean begun = phase == Phase.Running || phase == Phase.Committing;
    var holding = nodes.getOrDefault(view.uid(), begun ? UNKNOWN : Set.of());
    return new Found(Member.of(job), view, holding, phase == Phase.Queued);
  }

  private Map<String, Set<String>> nodes() {
    var nodes = new HashMap<String, Set<String>>();
    for (var task : plane.list(KVTransferTask.class, Scope.namespace(systemNamespace))) {
      nodes
          .computeIfAbsent(
              task.getMetadata().getLabels().getOrDefault(Names.JOB_UID, ""), _ -> new HashSet<>())
          .add(task.getSpec().nodeName());
    }
    return nodes;
  }
}
