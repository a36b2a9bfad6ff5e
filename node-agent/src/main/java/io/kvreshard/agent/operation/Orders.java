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
 */
record Orders(TaskCommand command, boolean over, Keep source) {

  static Orders of(KVTransferTask task, boolean gone) {
    var spec = task.getSpec();
    return new Orders(
        spec.command(),
        gone || task.getMetadata().getDeletionTimestamp() != null,
        spec.sourceAfterSuccess() == AfterSuccess.Release ? Keep.NOTHING : Keep.SNAPSHOT);
  }

  /** Deletion before a decision means Abort (DESIGN §4). */
  boolean abort() {
    return command == TaskCommand.Abort || (over && command == TaskCommand.Run);
  }

  boolean commit() {
    return command == TaskCommand.Commit;
  }
}
