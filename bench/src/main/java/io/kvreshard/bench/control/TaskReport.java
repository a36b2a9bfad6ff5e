package io.kvreshard.bench.control;

import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an agent says of a task so far, and what it says next: the news of a real agent's task that
 * somebody waits for, each in a status of its own, when nothing goes wrong. The agent's engine
 * coordinates a side.
 *
 * @param state null: nothing yet
 * @param released the engine knows that it is over
 */
record TaskReport(
    @Nullable TaskState state,
    List<Receipt> receipts,
    List<GroupTransfer> transfers,
    Quiesced quiesced,
    boolean released) {
  /** Of a task that has just come. */
  static final TaskReport NOTHING =
      new TaskReport(null, List.of(), List.of(), Quiesced.True, false);

  /** What an agent does after it has accepted a task. */
  interface Move {
    /** Goes on; empty: it is not over. */
    Optional<Landing> land() throws InterruptedException;
  }

  /** What has moved. */
  record Landing(List<Receipt> receipts, List<GroupTransfer> transfers) {}

  /** Nothing more will be said. */
  boolean last() {
    return released;
  }

  /**
   * The next thing to say, now that this is written; this if there is none.
   *
   * @param gone the task is no more
   */
  TaskReport next(KVTransferTask task, boolean gone, Move move) throws InterruptedException {
    boolean over = gone || task.getMetadata().getDeletionTimestamp() != null;
    var command = task.getSpec().command();
    boolean abort = command == TaskCommand.Abort || (over && command == TaskCommand.Run);
    return switch (state) {
      case null ->
          abort
              ? at(TaskState.Aborted, Quiesced.True, true)
              : at(TaskState.Accepted, Quiesced.False, false);
      case Accepted, Running ->
          abort
              ? at(TaskState.Aborted, Quiesced.False, false)
              : move.land().map(what -> landed(task, what)).orElse(this);
      case Landed, Validated, Committed ->
          abort ? at(TaskState.Aborted, Quiesced.True, false) : committed(task, over);
      case Aborted, Failed ->
          at(state, Quiesced.True, gone || Boolean.TRUE.equals(task.getSpec().release()));
    };
  }

  private TaskReport landed(KVTransferTask task, Landing what) {
    return coordinatesTarget(task)
        ? new TaskReport(
            TaskState.Validated, what.receipts(), what.transfers(), Quiesced.False, false)
        : new TaskReport(TaskState.Landed, what.receipts(), what.transfers(), Quiesced.True, false);
  }

  private TaskReport committed(KVTransferTask task, boolean over) {
    if (over) {
      return at(TaskState.Committed, Quiesced.True, true);
    }
    boolean decided = task.getSpec().command() == TaskCommand.Commit && coordinatesTarget(task);
    return decided
        ? at(TaskState.Committed, Quiesced.True, !coordinates(task, task.getSpec().source()))
        : this;
  }

  private TaskReport at(TaskState next, Quiesced quiet, boolean over) {
    return new TaskReport(next, receipts, transfers, quiet, over);
  }

  private static boolean coordinatesTarget(KVTransferTask task) {
    return coordinates(task, task.getSpec().target());
  }

  private static boolean coordinates(KVTransferTask task, TaskSide side) {
    return side.coordinator().node().equals(task.getSpec().nodeName());
  }

  /** As it is written. */
  KVTransferTaskStatus status(KVTransferTask task, String incarnation) {
    long bytes =
        receipts.stream()
            .filter(receipt -> receipt.side() == ReceiptSide.Target)
            .mapToLong(Receipt::bytes)
            .sum();
    return new KVTransferTaskStatus(
        task.getMetadata().getGeneration(),
        incarnation,
        state,
        receipts,
        transfers,
        bytes,
        quiesced,
        null,
        released ? true : null,
        null);
  }
}
