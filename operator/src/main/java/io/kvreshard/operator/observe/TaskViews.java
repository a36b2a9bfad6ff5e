package io.kvreshard.operator.observe;

import static io.kvreshard.operator.observe.SnapshotObserver.orEmpty;

import io.kvreshard.core.job.AfterSuccess;
import io.kvreshard.core.job.Command;
import io.kvreshard.core.job.ReceiptView;
import io.kvreshard.core.job.Release;
import io.kvreshard.core.job.Route;
import io.kvreshard.core.job.Side;
import io.kvreshard.core.job.TaskFault;
import io.kvreshard.core.job.TaskState;
import io.kvreshard.core.job.TaskView;
import io.kvreshard.core.status.Truth;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.operator.Names;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** KVTransferTasks as core sees them. */
public final class TaskViews {
  private static final KVTransferTaskStatus NOTHING =
      new KVTransferTaskStatus(null, null, null, null, null, null, null, null, null, null);

  private TaskViews() {}

  /** The task and what its agent says. */
  public static TaskView of(KVTransferTask task) {
    var meta = task.getMetadata();
    var spec = task.getSpec();
    var status = task.getStatus() == null ? NOTHING : task.getStatus();
    var state = status.state();
    var fate = spec.sourceAfterSuccess();
    return new TaskView(
        meta.getName(),
        spec.nodeName(),
        spec.attempt(),
        spec.nodes().stream().collect(Collectors.toMap(TaskNode::name, TaskNode::agentIncarnation)),
        here(spec.source(), spec.nodeName()),
        here(spec.target(), spec.nodeName()),
        coordinated(spec),
        Command.valueOf(spec.command().name()),
        fate == null ? null : AfterSuccess.valueOf(fate.name()),
        status.agentIncarnation(),
        state == null ? null : TaskState.valueOf(state.name()),
        orEmpty(status.receipts()).stream().map(TaskViews::receipt).toList(),
        orEmpty(status.transfers()).stream()
            .collect(Collectors.toMap(GroupTransfer::name, GroupTransfer::transferDigest)),
        status.bytesDone() == null ? 0 : status.bytesDone(),
        status.quiesced() == null ? Truth.Unknown : Truth.valueOf(status.quiesced().name()),
        status.quarantine() == null ? null : status.quarantine().message(),
        release(task, status),
        fault(status),
        meta.getDeletionTimestamp() != null,
        meta.getFinalizers().contains(Names.QUIESCE_FINALIZER));
  }

  private static Release release(KVTransferTask task, KVTransferTaskStatus status) {
    if (Boolean.TRUE.equals(status.released())) {
      return Release.DONE;
    }
    var spec = task.getSpec();
    boolean implied =
        spec.command() == TaskCommand.Commit && task.getMetadata().getDeletionTimestamp() != null;
    return implied || Boolean.TRUE.equals(spec.release()) ? Release.ORDERED : Release.WITHHELD;
  }

  private static Set<String> here(TaskSide side, String node) {
    return side.participants().stream()
        .filter(participant -> participant.node().equals(node))
        .map(participant -> participant.id())
        .collect(Collectors.toSet());
  }

  private static Set<Side> coordinated(KVTransferTaskSpec spec) {
    var sides = EnumSet.noneOf(Side.class);
    if (spec.source().coordinator().node().equals(spec.nodeName())) {
      sides.add(Side.Source);
    }
    if (spec.target().coordinator().node().equals(spec.nodeName())) {
      sides.add(Side.Target);
    }
    return sides;
  }

  private static ReceiptView receipt(Receipt receipt) {
    return new ReceiptView(
        Side.valueOf(receipt.side().name()),
        receipt.group(),
        new Route(receipt.writer(), receipt.target()),
        receipt.bytes(),
        receipt.ok(),
        receipt.error());
  }

  private static @Nullable TaskFault fault(KVTransferTaskStatus status) {
    var failure = status.failure();
    return failure == null
        ? null
        : new TaskFault(failure.reason(), failure.message(), failure.terminal());
  }
}
