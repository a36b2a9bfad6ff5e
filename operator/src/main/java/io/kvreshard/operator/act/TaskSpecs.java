package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.core.job.GroupPlan;
import io.kvreshard.core.job.JobNodes;
import io.kvreshard.core.job.JobPlan;
import io.kvreshard.core.job.SnapshotView;
import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TransferPolicy;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.observe.JobContents;
import io.kvreshard.operator.observe.JobSight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tasks of the present attempt as they should be, one a node. */
final class TaskSpecs {
  private static final TransferPolicy PLAIN = new TransferPolicy(null, null, null, null, null);

  private final JobSight sight;
  private final JobPlan plan;
  private final String namespace;
  private final TransferPolicy policy;
  private final Binding.Bound source;
  private final Binding.Bound target;

  TaskSpecs(JobSight sight, JobPlan plan, String namespace) {
    this.sight = sight;
    this.plan = plan;
    this.namespace = namespace;
    this.policy = Objects.requireNonNullElse(sight.job().getSpec().policy(), PLAIN);
    this.source = bound(sight.seen().source());
    this.target = bound(sight.seen().target());
  }

  List<KVTransferTask> all() {
    var nodes = new ArrayList<TaskNode>();
    for (var name : JobNodes.of(plan, source, target)) {
      var agent = Objects.requireNonNull(sight.seen().agents().get(name), name);
      nodes.add(new TaskNode(name, agent.endpoint(), agent.incarnation()));
    }
    return nodes.stream().map(node -> task(node.name(), nodes)).toList();
  }

  private KVTransferTask task(String node, List<TaskNode> nodes) {
    var meta = sight.job().getMetadata();
    var job = sight.seen().job();
    long attempt = job.recorded().attempt();
    var task = new KVTransferTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.task(job.uid(), attempt, node))
            .withLabels(Map.of(Names.JOB_UID, job.uid(), Names.ATTEMPT, String.valueOf(attempt)))
            .withFinalizers(Names.QUIESCE_FINALIZER)
            .build());
    task.setSpec(
        new KVTransferTaskSpec(
            new JobRef(meta.getNamespace(), meta.getName(), job.uid()),
            attempt,
            node,
            TaskCommand.Run,
            Names.documents(job.uid(), attempt),
            plan.groups().stream().map(this::group).toList(),
            side(sight.source(), source),
            side(sight.target(), target),
            JobContents.of(Objects.requireNonNull(sight.source(), "tasks have a source")),
            nodes,
            policy.maxBytesPerSecond(),
            sight.job().getSpec().priority(),
            job.limits().progress().toSeconds(),
            null,
            null,
            null));
    return task;
  }

  private TaskGroup group(GroupPlan group) {
    return new TaskGroup(
        group.name(),
        group.snapshotDigest(),
        group.sourcePlacementDigest(),
        group.targetPlacementDigest(),
        group.digest(),
        plan.summary().algorithm(),
        policy.sourceDataParallelRank());
  }

  private static TaskSide side(@Nullable KVSnapshot snapshot, Binding.Bound binding) {
    var object = Objects.requireNonNull(snapshot, "tasks are made for snapshots that exist");
    return new TaskSide(
        object.getMetadata().getName(),
        object.getSpec().instanceGroup(),
        coordinator(binding.coordinator()),
        binding.processes().stream()
            .map(
                it ->
                    new BoundParticipant(
                        it.participantId(), it.runtime(), it.node(), it.instanceId()))
            .toList());
  }

  private static io.kvreshard.crd.BoundCoordinator coordinator(BoundCoordinator bound) {
    return new io.kvreshard.crd.BoundCoordinator(
        bound.runtime(), bound.node(), bound.groupEpoch(), bound.instanceId());
  }

  private static Binding.Bound bound(@Nullable SnapshotView snapshot) {
    if (snapshot != null && snapshot.binding() instanceof Binding.Bound bound) {
      return bound;
    }
    throw new IllegalStateException("tasks are made for snapshots that are bound");
  }
}
