package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.core.job.AfterSuccess;
import io.kvreshard.core.job.Command;
import io.kvreshard.core.job.JobPlan;
import io.kvreshard.core.job.SnapshotView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.observe.JobSight;
import io.kvreshard.operator.observe.TaskViews;
import io.kvreshard.operator.observe.TurnPlane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes, commands and takes away the tasks and documents of attempts. */
final class TaskActions {
  private static final Logger LOG = LoggerFactory.getLogger(TaskActions.class);

  private final TurnPlane plane;
  private final String systemNamespace;
  private final TaskDeletion deletion;

  TaskActions(TurnPlane plane, String systemNamespace) {
    this.plane = plane;
    this.systemNamespace = systemNamespace;
    this.deletion = new TaskDeletion(plane);
  }

  /** Stores the documents of an attempt, unless somebody has begun to make it before. */
  void prepare(JobSight sight, long attempt) {
    try {
      store(documents(sight, attempt));
    } catch (ConflictException e) {
      LOG.debug("Attempt {} has documents already: {}", attempt, e.getMessage());
    }
  }

  private void store(ConfigMap documents) throws ConflictException {
    Failpoints.before(Step.OPERATOR_CREATE_DOCUMENTS, Failpoints::unreachable);
    plane.create(documents);
    Failpoints.after(Step.OPERATOR_CREATE_DOCUMENTS, Failpoints::unreachable);
  }

  /** Documents first, then the tasks that are missing: a task finds what it names. */
  void create(JobSight sight, JobPlan plan) throws ConflictException {
    var documents = documents(sight, sight.seen().job().recorded().attempt());
    var stored = sight.documents();
    if (stored == null) {
      store(documents);
    } else if (!documents.getData().keySet().equals(stored.getData().keySet())
        && sight.tasks().isEmpty()) {
      // Another operator stored them for snapshots that were replaced before it made a task.
      plane.delete(stored);
      return;
    }
    var present = new ArrayList<String>();
    sight.tasks().forEach(task -> present.add(task.getMetadata().getName()));
    plane.atOnce(
        new TaskSpecs(sight, plan, systemNamespace)
            .all().stream()
                .filter(task -> !present.contains(task.getMetadata().getName()))
                .map(task -> (TurnPlane.Part) () -> create(task))
                .toList());
  }

  private void create(KVTransferTask task) throws ConflictException {
    Failpoints.before(Step.OPERATOR_CREATE_TASK, Failpoints::unreachable);
    plane.create(task);
    Failpoints.after(Step.OPERATOR_CREATE_TASK, Failpoints::unreachable);
  }

  void command(
      List<KVTransferTask> tasks, Command command, Set<String> names, @Nullable String jobDigest)
      throws ConflictException {
    for (var task : named(tasks, names)) {
      var next = TaskCommand.valueOf(command.name());
      task.setSpec(with(task.getSpec(), next, jobDigest, null, null));
      Failpoints.before(Step.OPERATOR_COMMAND_TASK, Failpoints::unreachable);
      plane.replace(task);
      Failpoints.after(Step.OPERATOR_COMMAND_TASK, Failpoints::unreachable);
    }
  }

  void settleSource(List<KVTransferTask> tasks, String name, AfterSuccess fate)
      throws ConflictException {
    for (var task : named(tasks, Set.of(name))) {
      var spec = task.getSpec();
      task.setSpec(
          with(
              spec,
              spec.command(),
              spec.jobDigest(),
              io.kvreshard.crd.AfterSuccess.valueOf(fate.name()),
              spec.release()));
      Failpoints.before(Step.OPERATOR_SETTLE_TASK, Failpoints::unreachable);
      plane.replace(task);
      Failpoints.after(Step.OPERATOR_SETTLE_TASK, Failpoints::unreachable);
    }
  }

  void orderRelease(List<KVTransferTask> tasks, Set<String> names) throws ConflictException {
    for (var task : named(tasks, names)) {
      var spec = task.getSpec();
      task.setSpec(with(spec, spec.command(), spec.jobDigest(), spec.sourceAfterSuccess(), true));
      Failpoints.before(Step.OPERATOR_ORDER_RELEASE, Failpoints::unreachable);
      plane.replace(task);
      Failpoints.after(Step.OPERATOR_ORDER_RELEASE, Failpoints::unreachable);
    }
  }

  void delete(List<KVTransferTask> tasks, Set<String> names) {
    deletion.of(tasks, names);
  }

  void release(List<KVTransferTask> tasks, Set<String> names) throws ConflictException {
    for (var task : named(tasks, names)) {
      Finalizers.remove(task, Names.QUIESCE_FINALIZER);
      Failpoints.before(Step.OPERATOR_RELEASE_TASK, Failpoints::unreachable);
      plane.replace(task);
      Failpoints.after(Step.OPERATOR_RELEASE_TASK, Failpoints::unreachable);
    }
  }

  /** Those that are quiet first: while others are left, they show that somebody is not. */
  void leave(List<KVTransferTask> tasks, Set<String> names) throws ConflictException {
    var quietFirst =
        named(tasks, names).stream()
            .sorted(Comparator.comparing(task -> TaskViews.of(task).quiesced() != Truth.True))
            .toList();
    for (var task : quietFirst) {
      var labels = task.getMetadata().getLabels();
      labels.put(Names.LEFT_BY, labels.remove(Names.JOB_UID));
      plane.replace(task);
    }
  }

  private static List<KVTransferTask> named(List<KVTransferTask> tasks, Set<String> names) {
    return tasks.stream().filter(task -> names.contains(task.getMetadata().getName())).toList();
  }

  private static KVTransferTaskSpec with(
      KVTransferTaskSpec spec,
      TaskCommand command,
      @Nullable String jobDigest,
      io.kvreshard.crd.@Nullable AfterSuccess fate,
      @Nullable Boolean release) {
    return new KVTransferTaskSpec(
        spec.job(),
        spec.attempt(),
        spec.nodeName(),
        command,
        spec.documents(),
        spec.groups(),
        spec.source(),
        spec.target(),
        spec.contents(),
        spec.nodes(),
        spec.maxBytesPerSecond(),
        spec.priority(),
        spec.progressTimeoutSeconds(),
        jobDigest,
        fate,
        release);
  }

  private ConfigMap documents(JobSight sight, long attempt) {
    var job = sight.seen().job();
    var texts = new TreeMap<String, String>();
    add(texts, sight.seen().source());
    add(texts, sight.seen().target());
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(systemNamespace)
        .withName(Names.documents(job.uid(), attempt))
        .withLabels(Map.of(Names.JOB_UID, job.uid()))
        .endMetadata()
        .withImmutable(true)
        .withData(texts)
        .build();
  }

  private static void add(Map<String, String> texts, @Nullable SnapshotView snapshot) {
    if (snapshot != null && snapshot.documents() instanceof Documents.Valid(var groups)) {
      for (var group : groups) {
        texts.put(group.snapshot().digest(), group.snapshot().toJson());
        texts.put(group.placement().digest(), group.placement().toJson());
      }
    }
  }
}
