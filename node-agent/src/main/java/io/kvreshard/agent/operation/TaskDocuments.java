package io.kvreshard.agent.operation;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.control.ControlPlane;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The documents of a task: canonical JSON in one ConfigMap beside it, keys = digests (DESIGN §4).
 * Nothing of them is believed: digests are recomputed, and the plan with them.
 */
final class TaskDocuments {
  private final String name;
  private final Map<String, String> texts;
  private final Map<String, String> targetNodes;

  private TaskDocuments(String name, Map<String, String> texts, Map<String, String> targetNodes) {
    this.name = name;
    this.texts = texts;
    this.targetNodes = targetNodes;
  }

  /**
   * Reads and plans all groups of a task.
   *
   * @throws FailedException DocumentsLost; PlanMismatch, naming the ConfigMap, the group and both
   *     digests
   */
  static List<GroupPlan> plan(ControlPlane control, KVTransferTask task, OperationId operation)
      throws FailedException {
    String namespace = task.getMetadata().getNamespace();
    String name = task.getSpec().documents();
    ConfigMap map =
        control
            .get(ConfigMap.class, namespace, name)
            .orElseThrow(
                () ->
                    new FailedException(
                        FailureReason.DocumentsLost,
                        "ConfigMap %s/%s is not there".formatted(namespace, name)));
    Map<String, String> data = map.getData() == null ? Map.of() : map.getData();
    TaskDocuments documents = new TaskDocuments(namespace + "/" + name, data, targetNodes(task));
    List<GroupPlan> plans = new java.util.ArrayList<>();
    for (TaskGroup group : task.getSpec().groups()) {
      plans.add(documents.plan(group, operation));
    }
    return List.copyOf(plans);
  }

  private GroupPlan plan(TaskGroup group, OperationId operation) throws FailedException {
    Snapshot snapshot =
        read(group, "snapshot", group.snapshotDigest(), Snapshot::fromJson, Snapshot::digest);
    Placement source =
        read(
            group,
            "source placement",
            group.sourcePlacementDigest(),
            Placement::fromJson,
            Placement::digest);
    Placement target =
        read(
            group,
            "target placement",
            group.targetPlacementDigest(),
            Placement::fromJson,
            Placement::digest);
    try {
      PlanSet plans =
          PlanSet.plan(
              source,
              target,
              group.sourceDataParallelRank(),
              PlannerVersion.parse(group.planner()).selection(targetNodes),
              snapshot);
      if (!plans.digest().equals(group.planSetDigest())) {
        throw mismatch(
            "group %s: the task's planSetDigest is %s, the plan of its documents has %s"
                .formatted(group.name(), group.planSetDigest(), plans.digest()));
      }
      return new GroupPlan(
          group.name(), operation.group(group.name()), snapshot, source, target, plans);
    } catch (RejectedException e) {
      throw mismatch("group %s: %s".formatted(group.name(), e.getMessage()));
    }
  }

  private static Map<String, String> targetNodes(KVTransferTask task) {
    return task.getSpec().target().participants().stream()
        .collect(Collectors.toMap(BoundParticipant::id, BoundParticipant::node));
  }

  private <T> T read(
      TaskGroup group,
      String what,
      String digest,
      Function<String, T> parse,
      Function<T, String> digestOf)
      throws FailedException {
    String text = texts.get(digest);
    if (text == null) {
      throw mismatch(
          "group %s: ConfigMap %s has no %s with digest %s"
              .formatted(group.name(), name, what, digest));
    }
    try {
      T document = parse.apply(text);
      String found = digestOf.apply(document);
      if (!found.equals(digest)) {
        throw mismatch(
            "group %s: the %s under %s in ConfigMap %s has digest %s"
                .formatted(group.name(), what, digest, name, found));
      }
      return document;
    } catch (RejectedException e) {
      throw mismatch(
          "group %s: the %s under %s in ConfigMap %s: %s"
              .formatted(group.name(), what, digest, name, e.getMessage()));
    }
  }

  private static FailedException mismatch(String message) {
    return new FailedException(FailureReason.PlanMismatch, message);
  }
}
