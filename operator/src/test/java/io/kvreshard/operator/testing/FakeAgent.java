package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskQuarantine;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers the tasks of one node as an agent does, one status write a step, moving no byte. */
public final class FakeAgent {
  /** What the agent does instead of its work; empty: it works. */
  public Function<KVTransferTask, Optional<TaskFailure>> trouble = _ -> Optional.empty();

  /** Why its node does not become quiet; null: it does. */
  public @Nullable String silentEngine;

  /** What it was told to do with sources, by job. */
  public final Map<String, AfterSuccess> told = new TreeMap<>();

  /** The agent is dead. */
  public boolean dead;

  private final ControlPlane plane;
  private final String systemNamespace;
  private final String node;
  public String incarnation = "1";

  public FakeAgent(ControlPlane plane, String systemNamespace, String node) {
    this.plane = plane;
    this.systemNamespace = systemNamespace;
    this.node = node;
  }

  /** One step of each task; true if any was taken. */
  public boolean step() {
    boolean moved = false;
    if (!dead) {
      for (var task :
          plane.list(KVTransferTask.class, Scope.namespace(systemNamespace).node(node))) {
        moved |= step(task);
      }
    }
    return moved;
  }

  private boolean step(KVTransferTask task) {
    var before = task.getStatus();
    var fate = task.getSpec().sourceAfterSuccess();
    if (fate != null) {
      told.put(task.getSpec().job().uid(), fate);
    }
    var next = next(task, before);
    if (next == null || next.equals(before)) {
      return false;
    }
    task.setStatus(next);
    try {
      var _ = plane.writeStatus(task);
    } catch (ConflictException e) {
      return true; // the operator has written in between; see the task again
    }
    return true;
  }

  private @Nullable KVTransferTaskStatus next(
      KVTransferTask task, @Nullable KVTransferTaskStatus now) {
    boolean over = task.getMetadata().getDeletionTimestamp() != null;
    var command = task.getSpec().command();
    var state = now == null ? null : now.state();
    if (now != null && now.quiesced() == Quiesced.True) {
      return seen(task, now);
    }
    if (command == TaskCommand.Abort || (over && command == TaskCommand.Run)) {
      return status(
          task,
          now,
          state == TaskState.Failed ? state : TaskState.Aborted,
          silentEngine == null ? Quiesced.True : Quiesced.Unknown,
          now == null ? null : now.failure());
    }
    if (over) {
      return status(task, now, state, Quiesced.True, now == null ? null : now.failure());
    }
    if (now != null
        && now.agentIncarnation() != null
        && !now.agentIncarnation().equals(incarnation)
        && state != TaskState.Failed) {
      return status(
          task,
          now,
          TaskState.Failed,
          Quiesced.False,
          new TaskFailure("AgentRestarted", "the agent was restarted", false));
    }
    var failure = trouble.apply(task);
    if (failure.isPresent() && state == TaskState.Running) {
      return status(task, now, TaskState.Failed, Quiesced.False, failure.get());
    }
    return status(task, now, work(task, state), Quiesced.False, now == null ? null : now.failure());
  }

  private static @Nullable TaskState work(KVTransferTask task, @Nullable TaskState state) {
    var spec = task.getSpec();
    boolean coordinates = spec.target().coordinator().node().equals(spec.nodeName());
    return switch (state) {
      case null -> TaskState.Accepted;
      case Accepted -> TaskState.Running;
      case Running -> TaskState.Landed;
      case Landed -> coordinates ? TaskState.Validated : commit(task, state);
      case Validated -> commit(task, state);
      case Committed, Aborted, Failed -> state;
    };
  }

  private static TaskState commit(KVTransferTask task, TaskState state) {
    var spec = task.getSpec();
    if (spec.command() != TaskCommand.Commit) {
      return state;
    }
    var operation = new OperationId(spec.job().uid(), spec.attempt(), 0);
    var digests = new TreeMap<String, String>();
    spec.groups().forEach(group -> digests.put(group.name(), transfer(spec.attempt())));
    if (!JobDigest.of(operation, digests).equals(spec.jobDigest())) {
      throw new AssertionError("the job digest is another one: " + spec.jobDigest());
    }
    return TaskState.Committed;
  }

  private static String transfer(long attempt) {
    return Long.toHexString(attempt).repeat(64).substring(0, 64);
  }

  private KVTransferTaskStatus seen(KVTransferTask task, KVTransferTaskStatus now) {
    return status(task, now, now.state(), now.quiesced(), now.failure());
  }

  /** Engines have their pages back when that was ordered, or implied by the end after a Commit. */
  private static @Nullable Boolean released(
      KVTransferTask task, @Nullable KVTransferTaskStatus now, @Nullable Quiesced quiesced) {
    boolean implied = task.getSpec().command() == TaskCommand.Commit;
    boolean ordered = now != null && Boolean.TRUE.equals(task.getSpec().release());
    boolean done = now != null && Boolean.TRUE.equals(now.released());
    return (quiesced == Quiesced.True && (implied || ordered || done)) ? true : null;
  }

  private KVTransferTaskStatus status(
      KVTransferTask task,
      @Nullable KVTransferTaskStatus now,
      @Nullable TaskState state,
      @Nullable Quiesced quiesced,
      @Nullable TaskFailure failure) {
    boolean landed =
        state == TaskState.Landed || state == TaskState.Validated || state == TaskState.Committed;
    var receipts = landed ? receipts(task) : now == null ? null : now.receipts();
    long bytes =
        receipts == null
            ? 0
            : receipts.stream()
                .filter(receipt -> receipt.side() == ReceiptSide.Target)
                .mapToLong(Receipt::bytes)
                .sum();
    return new KVTransferTaskStatus(
        task.getMetadata().getGeneration(),
        incarnation,
        state,
        receipts,
        landed
            ? task.getSpec().groups().stream()
                .map(group -> new GroupTransfer(group.name(), transfer(task.getSpec().attempt())))
                .toList()
            : now == null ? null : now.transfers(),
        bytes,
        quiesced,
        quiesced == Quiesced.Unknown && silentEngine != null
            ? new TaskQuarantine("2026-01-01T00:00:00Z", silentEngine)
            : null,
        released(task, now, quiesced),
        failure);
  }

  /** As planned, recomputed from the documents beside the task. */
  private List<Receipt> receipts(KVTransferTask task) {
    var spec = task.getSpec();
    var texts =
        plane.get(ConfigMap.class, systemNamespace, spec.documents()).orElseThrow().getData();
    var from = nodes(spec.source());
    var to = nodes(spec.target());
    var receipts = new ArrayList<Receipt>();
    for (var group : spec.groups()) {
      var plan =
          PlanSet.plan(
              Placement.fromJson(texts.getOrDefault(group.sourcePlacementDigest(), "")),
              Placement.fromJson(texts.getOrDefault(group.targetPlacementDigest(), "")),
              group.sourceDataParallelRank(),
              PlannerVersion.parse(group.planner()).selection(to),
              Snapshot.fromJson(texts.getOrDefault(group.snapshotDigest(), "")));
      if (!plan.digest().equals(group.planSetDigest())) {
        throw new AssertionError("the plan is another one");
      }
      for (var writer : plan.writers()) {
        for (var target : plan.targets()) {
          long bytes = plan.bytes(writer, target);
          if (bytes > 0 && node.equals(from.get(writer))) {
            receipts.add(
                new Receipt(ReceiptSide.Source, group.name(), writer, target, bytes, true, null));
          }
          if (bytes > 0 && node.equals(to.get(target))) {
            receipts.add(
                new Receipt(ReceiptSide.Target, group.name(), writer, target, bytes, true, null));
          }
        }
      }
    }
    return receipts;
  }

  private static Map<String, String> nodes(TaskSide side) {
    return side.participants().stream()
        .collect(Collectors.toMap(BoundParticipant::id, BoundParticipant::node));
  }
}
