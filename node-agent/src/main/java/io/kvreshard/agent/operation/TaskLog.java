package io.kvreshard.agent.operation;

import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.telemetry.JobLog;

/** Log lines of a task's threads. */
final class TaskLog {
  private TaskLog() {}

  /** This thread's lines belong to the task's job and attempt from now on. */
  static void mark(KVTransferTaskSpec task) {
    JobLog.mark(task.job().namespace(), task.job().name(), task.job().uid(), task.attempt());
  }
}
