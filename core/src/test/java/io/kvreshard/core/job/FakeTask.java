package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A task and the agent that works on it. */
final class FakeTask {
  final String node;
  final long attempt;
  final Map<String, String> nodes;
  Set<String> source = Set.of();
  Set<String> target = Set.of();
  Set<Side> coordinates = Set.of();
  Command command = Command.Run;
  @Nullable AfterSuccess afterSuccess;
  @Nullable String incarnation = "i1";
  @Nullable TaskState state = TaskState.Running;
  final List<ReceiptView> receipts = new ArrayList<>();
  final Map<String, String> transfers = new TreeMap<>();
  long bytesDone;
  Truth quiesced = Truth.False;
  @Nullable String quarantine;
  Release release = Release.WITHHELD;
  @Nullable TaskFault fault;
  boolean deleting;
  boolean held = true;

  FakeTask(String node, long attempt, Map<String, String> nodes) {
    this.node = node;
    this.attempt = attempt;
    this.nodes = nodes;
  }

  TaskView view() {
    return new TaskView(
        attempt + "-" + node,
        node,
        attempt,
        nodes,
        source,
        target,
        coordinates,
        command,
        afterSuccess,
        incarnation,
        state,
        receipts,
        transfers,
        bytesDone,
        quiesced,
        quarantine,
        release,
        fault,
        deleting,
        held);
  }

  void land(JobPlan plan) {
    for (var group : plan.groups()) {
      transfers.put(group.name(), "c".repeat(64));
      group
          .bytes()
          .forEach(
              (route, bytes) -> {
                if (source.contains(route.writer())) {
                  receipt(Side.Source, group.name(), route, bytes);
                }
                if (target.contains(route.target())) {
                  receipt(Side.Target, group.name(), route, bytes);
                  bytesDone += bytes;
                }
              });
    }
    state = coordinates.contains(Side.Target) ? TaskState.Validated : TaskState.Landed;
  }

  void receipt(Side side, String group, Route route, long bytes) {
    receipts.add(new ReceiptView(side, group, route, bytes, true, null));
  }

  void fail(String reason, boolean terminal) {
    state = TaskState.Failed;
    fault = new TaskFault(reason, "it broke", terminal);
  }

  void obey() {
    if (command == Command.Commit && coordinates.contains(Side.Target) && !deleting) {
      state = TaskState.Committed;
    } else if (command == Command.Abort) {
      state = state == TaskState.Failed ? state : TaskState.Aborted;
      quiesced = Truth.True;
      release = release == Release.ORDERED ? Release.DONE : release;
    } else if (deleting) {
      quiesced = Truth.True;
      release = Release.DONE;
    }
  }
}
