package io.kvreshard.operator.observe;

import static io.kvreshard.operator.observe.SnapshotObserver.orEmpty;

import io.kvreshard.core.snapshot.Evidence;
import io.kvreshard.core.snapshot.Evidence.Listing;
import io.kvreshard.core.snapshot.Evidence.Task;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.operator.Names;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What is there of operations that snapshots are quarantined for. Read from the control plane, not
 * from a cache: what an agent wrote before it spoke of it must not be missed.
 */
final class QuarantineEvidence {
  private final ControlPlane plane;
  private final String systemNamespace;

  QuarantineEvidence(ControlPlane plane, String systemNamespace) {
    this.plane = plane;
    this.systemNamespace = systemNamespace;
  }

  Map<QuarantineRecord, Evidence> of(Collection<QuarantineRecord> records) {
    var evidence = new HashMap<QuarantineRecord, Evidence>();
    for (var record : records) {
      // The task first: who takes it away has proven nothing later than that.
      evidence.put(record, new Evidence(task(record), listing(record)));
    }
    return evidence;
  }

  private Task task(QuarantineRecord record) {
    var operation = OperationId.parse(record.operation());
    var name = Names.task(operation.jobUid(), operation.attempt(), record.node());
    return plane
        .get(KVTransferTask.class, systemNamespace, name)
        .filter(task -> task.getSpec().job().uid().equals(operation.jobUid()))
        .map(task -> isQuiet(task) ? Task.QUIET : Task.NOISY)
        .orElse(Task.MISSING);
  }

  private static boolean isQuiet(KVTransferTask task) {
    return task.getStatus() != null && task.getStatus().quiesced() == Quiesced.True;
  }

  private Listing listing(QuarantineRecord record) {
    var status = plane.get(KVNode.class, "", record.node()).map(KVNode::getStatus).orElse(null);
    if (status == null || status.agentIncarnation() == null) {
      return Listing.UNKNOWN;
    }
    var list = orEmpty(status.quarantine());
    return list.size() >= Bounds.QUARANTINES
            || list.stream().anyMatch(it -> it.operation().equals(record.operation()))
        ? Listing.LISTED
        : Listing.NOT_LISTED;
  }
}
