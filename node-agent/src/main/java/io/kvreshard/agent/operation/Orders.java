package io.kvreshard.agent.operation;

import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskCommand;

/**
 * What the operator wants of a task now.
 *
 * @param over the task is being deleted, or is gone
 */
record Orders(TaskCommand command, boolean over) {

  static Orders of(KVTransferTask task, boolean gone) {
    return new Orders(
        task.getSpec().command(), gone || task.getMetadata().getDeletionTimestamp() != null);
  }

  /** Deletion before a decision means Abort (DESIGN §4). */
  boolean abort() {
    return command == TaskCommand.Abort || (over && command == TaskCommand.Run);
  }

  boolean commit() {
    return command == TaskCommand.Commit;
  }
}
