package io.kvreshard.core.job;

import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The completion barrier of a job (CONTRACT §11, over all groups): both sides of every route have
 * seen exactly the planned bytes, all agents that move bytes computed the same transfer digests,
 * and the target engine has accepted the content. Nothing less is a commit.
 */
final class Barrier {
  private Barrier() {}

  sealed interface Outcome {}

  record Complete(String jobDigest) implements Outcome {}

  /**
   * @param missing a sentence: what is waited for
   */
  record Open(String missing) implements Outcome {}

  /**
   * @param message names the node, the group and the contradiction
   */
  record Broken(String message) implements Outcome {}

  /**
   * A participant says that its part has failed; why is its task's to say.
   *
   * @param message names the node, the group and the route
   */
  record Failed(String message) implements Outcome {}

  private record Key(Side side, String group, Route route) {}

  static Outcome judge(String jobUid, long attempt, JobPlan plan, Collection<TaskView> tasks) {
    var transfers = new TreeMap<String, String>();
    for (var task : tasks) {
      for (var transfer : task.transfers().entrySet()) {
        var other = transfers.putIfAbsent(transfer.getKey(), transfer.getValue());
        if (other != null && !other.equals(transfer.getValue())) {
          return new Broken(
              "Node \"%s\", group \"%s\": transfer digest %s, another node has %s."
                  .formatted(task.node(), transfer.getKey(), transfer.getValue(), other));
        }
      }
    }
    var receipts = new HashMap<Key, ReceiptView>();
    String failed = null;
    for (var task : tasks) {
      for (var receipt : task.receipts()) {
        var fault = contradiction(plan, task, receipt, receipts);
        if (!fault.isEmpty()) {
          return new Broken(sentence(task, receipt, fault));
        }
        if (!receipt.ok()) {
          failed = sentence(task, receipt, "failed: " + receipt.error());
        }
        receipts.put(new Key(receipt.side(), receipt.group(), receipt.route()), receipt);
      }
    }
    if (failed != null) {
      return new Failed(failed);
    }
    var missing = missing(plan, tasks, receipts, transfers);
    return missing.isEmpty()
        ? new Complete(JobDigest.of(new OperationId(jobUid, attempt, 0), transfers))
        : new Open(missing);
  }

  private static String sentence(TaskView task, ReceiptView receipt, String what) {
    return "Node \"%s\", group \"%s\", %s receipt from \"%s\" to \"%s\": %s"
        .formatted(
            task.node(),
            receipt.group(),
            receipt.side(),
            receipt.route().writer(),
            receipt.route().target(),
            what);
  }

  private static String contradiction(
      JobPlan plan, TaskView task, ReceiptView receipt, Map<Key, ReceiptView> others) {
    var planned =
        plan.groups().stream()
            .filter(group -> group.name().equals(receipt.group()))
            .findFirst()
            .map(group -> group.bytes().get(receipt.route()))
            .orElse(null);
    if (planned == null) {
      return "no such route is planned.";
    }
    var here =
        switch (receipt.side()) {
          case Source -> task.source().contains(receipt.route().writer());
          case Target -> task.target().contains(receipt.route().target());
        };
    if (!here) {
      return "the participant is not on this node.";
    }
    if (receipt.ok() && receipt.bytes() != planned) {
      return "%d bytes, %d are planned.".formatted(receipt.bytes(), planned);
    }
    var other = others.get(new Key(receipt.side(), receipt.group(), receipt.route()));
    return other == null ? "" : "reported twice.";
  }

  private static boolean moves(GroupPlan group, TaskView task) {
    return group.bytes().keySet().stream()
        .anyMatch(
            route ->
                task.source().contains(route.writer()) || task.target().contains(route.target()));
  }

  private static String missing(
      JobPlan plan,
      Collection<TaskView> tasks,
      Map<Key, ReceiptView> receipts,
      Map<String, String> transfers) {
    for (var group : plan.groups()) {
      if (!transfers.containsKey(group.name())) {
        return "no agent has computed the transfer digest of group \"%s\" yet."
            .formatted(group.name());
      }
      for (var route : group.bytes().keySet()) {
        for (var side : Side.values()) {
          if (!receipts.containsKey(new Key(side, group.name(), route))) {
            return "the %s receipt from \"%s\" to \"%s\" of group \"%s\" is missing."
                .formatted(side, route.writer(), route.target(), group.name());
          }
        }
      }
    }
    for (var task : tasks) {
      for (var group : plan.groups()) {
        if (moves(group, task) && !task.transfers().containsKey(group.name())) {
          return "node \"%s\" has not computed the transfer digest of group \"%s\" yet."
              .formatted(task.node(), group.name());
        }
      }
      if (task.coordinates(Side.Target) && task.state() != TaskState.Validated) {
        return "the target engine on node \"%s\" has not validated the content yet."
            .formatted(task.node());
      }
    }
    return tasks.stream().anyMatch(task -> task.coordinates(Side.Target))
        ? ""
        : "no task coordinates the target.";
  }
}
