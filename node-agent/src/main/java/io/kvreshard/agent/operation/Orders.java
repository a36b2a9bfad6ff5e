package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskCommand;

/**
 * What the operator wants of a task now.
 *
 * @param over the task is being deleted, or is gone
 * @param source what becomes of the source when an operation with a Commit is over
 * @param release all nodes of the attempt are quiet: engines may have their pages back
 */
record Orders(TaskCommand command, boolean over, Keep source, boolean release) {

  static Orders of(KVTransferTask task, boolean gone) {
    var spec = task.getSpec();
    boolean over = gone || task.getMetadata().getDeletionTimestamp() != null;
    // The barrier came before the Commit: nothing moves on any node. Who is gone gets no order.
    boolean implied = gone || (over && spec.command() == TaskCommand.Commit);
    return new Orders(
        spec.command(),
        over,
        spec.sourceAfterSuccess() == AfterSuccess.Release ? Keep.NOTHING : Keep.SNAPSHOT,
        implied || Boolean.TRUE.equals(spec.release()));
  }

  /** Deletion before a decision means Abort (DESIGN §4). */
  boolean abort() {
    return command == TaskCommand.Abort || (over && command == TaskCommand.Run);
  }

  boolean commit() {
    return command == TaskCommand.Commit;
  }
}
