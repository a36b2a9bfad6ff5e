package io.kvreshard.bench.control;

import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an agent says of a task so far, and what it says next: the states of a real agent's task
 * that nothing goes wrong with, each in a status of its own. The agent's engine coordinates a side.
 *
 * @param state null: nothing yet
 * @param ending the drain has begun
 * @param released the engine knows that it is over
 */
record TaskReport(
    @Nullable TaskState state,
    List<Receipt> receipts,
    List<GroupTransfer> transfers,
    boolean ending,
    Quiesced quiesced,
    boolean released) {
  /** Of a task that has just come. */
  static final TaskReport NOTHING =
      new TaskReport(null, List.of(), List.of(), false, Quiesced.True, false);

  /** What an agent does between two reports. */
  interface Move {
    /** Between Accepted and Running. */
    void begin();

    /** After Running; empty: it is not over. */
    Optional<Landing> land();
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
  TaskReport next(KVTransferTask task, boolean gone, Move move) {
    boolean over = gone || task.getMetadata().getDeletionTimestamp() != null;
    var command = task.getSpec().command();
    if (ending) {
      boolean mayRelease =
          gone
              || (over && command == TaskCommand.Commit)
              || Boolean.TRUE.equals(task.getSpec().release());
      return new TaskReport(
          state, receipts, transfers, true, Quiesced.True, released || mayRelease);
    }
    if (command == TaskCommand.Abort || (over && command == TaskCommand.Run)) {
      return state == null
          ? new TaskReport(TaskState.Aborted, receipts, transfers, true, Quiesced.True, true)
          : new TaskReport(TaskState.Aborted, receipts, transfers, true, Quiesced.False, false);
    }
    return switch (state) {
      case null -> at(TaskState.Accepted);
      case Accepted -> {
        move.begin();
        yield at(TaskState.Running);
      }
      case Running -> move.land().map(this::landed).orElse(this);
      case Landed -> coordinatesTarget(task) ? at(TaskState.Validated) : committed(command);
      case Validated -> committed(command);
      case Committed ->
          over ? new TaskReport(state, receipts, transfers, true, quiesced, false) : this;
      case Aborted, Failed -> this;
    };
  }

  private TaskReport committed(TaskCommand command) {
    return command == TaskCommand.Commit ? at(TaskState.Committed) : this;
  }

  private TaskReport landed(Landing what) {
    return new TaskReport(
        TaskState.Landed, what.receipts(), what.transfers(), false, quiesced, false);
  }

  private TaskReport at(TaskState next) {
    return new TaskReport(next, receipts, transfers, false, Quiesced.False, false);
  }

  private static boolean coordinatesTarget(KVTransferTask task) {
    var spec = task.getSpec();
    return spec.target().coordinator().node().equals(spec.nodeName());
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
