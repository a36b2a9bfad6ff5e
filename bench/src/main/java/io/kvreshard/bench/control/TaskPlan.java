package io.kvreshard.bench.control;

import io.kvreshard.bench.control.TaskReport.Landing;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.TaskSide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a task is to move, recomputed from its documents. */
final class TaskPlan {
  private final KVTransferTaskSpec task;
  private final Map<String, String> documents;
  private final Map<String, String> sources;
  private final Map<String, String> targets;

  /**
   * A plan.
   *
   * @param documents texts by digest
   */
  TaskPlan(KVTransferTaskSpec task, Map<String, String> documents) {
    this.task = task;
    this.documents = documents;
    this.sources = nodes(task.source());
    this.targets = nodes(task.target());
  }

  /** All of it, moved. Agents of one operation arrive at the same transfer digests. */
  Landing landing() {
    var receipts = new ArrayList<Receipt>();
    var transfers = new ArrayList<GroupTransfer>();
    for (var group : task.groups()) {
      receipts.addAll(receipts(group.name(), plan(group)));
      var digest = Sha256.hex("%s/%d/%s".formatted(task.job().uid(), task.attempt(), group.name()));
      transfers.add(new GroupTransfer(group.name(), digest));
    }
    return new Landing(List.copyOf(receipts), List.copyOf(transfers));
  }

  private List<Receipt> receipts(String group, PlanSet plan) {
    var receipts = new ArrayList<Receipt>();
    for (var writer : plan.writers()) {
      for (var target : plan.targets()) {
        long bytes = plan.bytes(writer, target);
        if (bytes > 0 && task.nodeName().equals(sources.get(writer))) {
          receipts.add(new Receipt(ReceiptSide.Source, group, writer, target, bytes, true, null));
        }
        if (bytes > 0 && task.nodeName().equals(targets.get(target))) {
          receipts.add(new Receipt(ReceiptSide.Target, group, writer, target, bytes, true, null));
        }
      }
    }
    return receipts;
  }

  private PlanSet plan(TaskGroup group) {
    return PlanSet.plan(
        Placement.fromJson(text(group.sourcePlacementDigest())),
        Placement.fromJson(text(group.targetPlacementDigest())),
        group.sourceDataParallelRank(),
        PlannerVersion.parse(group.planner()).selection(targets),
        Snapshot.fromJson(text(group.snapshotDigest())));
  }

  private String text(String digest) {
    return documents.getOrDefault(digest, "");
  }

  private static Map<String, String> nodes(TaskSide side) {
    return side.participants().stream()
        .collect(Collectors.toMap(BoundParticipant::id, BoundParticipant::node));
  }
}
