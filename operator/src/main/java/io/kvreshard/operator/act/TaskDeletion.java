package io.kvreshard.operator.act;

import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.operator.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks for the deletion of tasks: of all that are left of an attempt in one request. That names the
 * attempt, so that it never means tasks of another one which somebody else, who leads by now, has
 * begun.
 */
final class TaskDeletion {
  private record Attempt(String namespace, String jobUid, String number) {
    /** Of tasks that are not labelled with their attempt the number is empty. */
    static Attempt of(KVTransferTask task) {
      var meta = task.getMetadata();
      var labels = meta.getLabels();
      return new Attempt(
          meta.getNamespace(),
          labels.getOrDefault(Names.JOB_UID, ""),
          labels.getOrDefault(Names.ATTEMPT, ""));
    }

    boolean named() {
      return !jobUid.isEmpty() && !number.isEmpty();
    }

    Scope scope() {
      return Scope.namespace(namespace).label(Names.JOB_UID, jobUid).label(Names.ATTEMPT, number);
    }
  }

  private final ControlPlane plane;

  TaskDeletion(ControlPlane plane) {
    this.plane = plane;
  }

  /** Of all tasks those with the names. */
  void of(List<KVTransferTask> tasks, Set<String> names) {
    var some = tasks.stream().filter(task -> names.contains(name(task))).toList();
    var attempts = new HashSet<Attempt>();
    some.forEach(task -> attempts.add(Attempt.of(task)));
    var spared = new HashSet<Attempt>();
    tasks.stream()
        .filter(task -> !some.contains(task) && !deleting(task))
        .forEach(task -> spared.add(Attempt.of(task)));
    var whole = attempts.stream().filter(it -> it.named() && !spared.contains(it)).findFirst();
    if (whole.isPresent() && attempts.size() == 1 && some.size() > 1) {
      Failpoints.before(Step.OPERATOR_DELETE_TASK, Failpoints::unreachable);
      plane.deleteAll(some.getFirst(), whole.get().scope());
      Failpoints.after(Step.OPERATOR_DELETE_TASK, Failpoints::unreachable);
      return;
    }
    for (var task : some) {
      Failpoints.before(Step.OPERATOR_DELETE_TASK, Failpoints::unreachable);
      plane.delete(task);
      Failpoints.after(Step.OPERATOR_DELETE_TASK, Failpoints::unreachable);
    }
  }

  private static String name(KVTransferTask task) {
    return task.getMetadata().getName();
  }

  private static boolean deleting(KVTransferTask task) {
    return task.getMetadata().getDeletionTimestamp() != null;
  }
}
