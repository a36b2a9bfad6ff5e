package io.kvreshard.agent.operation;

import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVTransferTask;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What all phases of one task share.
 *
 * @param task as first seen; of its spec only command, jobDigest and sourceAfterSuccess change
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

  EngineRelease engines() {
    return new EngineRelease(
        id.toString(), roster(), services.runtimes(), shared.releases(), services.clock());
  }
}
