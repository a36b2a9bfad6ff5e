package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVTransferTask;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What all phases of one task share.
 *
 * @param task as first seen; its spec never changes, but for command and jobDigest
 * @param jobDigest the task's spec.jobDigest as it is now
 */
record TaskContext(
    KVTransferTask task,
    OperationId id,
    Services services,
    Shared shared,
    TaskReport report,
    Supplier<Optional<String>> jobDigest) {

  Roster roster() {
    return new Roster(task.getSpec());
  }

  EngineRelease release() {
    return new EngineRelease(id.toString(), roster(), services.runtimes());
  }

  /** What becomes of the source when the move has succeeded. */
  Keep keepAfterCommit() {
    return task.getSpec().releaseSource() ? Keep.NOTHING : Keep.SNAPSHOT;
  }
}
