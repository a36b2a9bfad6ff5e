package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;

/** What a binding belongs to: the fields of its document that are not geometry. */
record BindingIdentity(String operationId, BindingHeader header, SnapshotRef snapshot) {
  BindingIdentity {
    Check.notEmpty("/operation_id", operationId);
  }

  static BindingIdentity of(
      String operationId,
      Placement placement,
      Snapshot snapshot,
      String instanceId,
      String participantId) {
    if (!placement.resourceId().equals(snapshot.resourceId())) {
      throw Rule.identity(
          "/resource_id",
          "the placement is of resource %s, the snapshot of %s"
              .formatted(Quoted.of(placement.resourceId()), Quoted.of(snapshot.resourceId())));
    }
    return new BindingIdentity(
        operationId,
        BindingHeader.of(placement, instanceId, participantId),
        SnapshotRef.of(snapshot));
  }

  /** The part that the participant must hold; one without layers has nothing to bind. */
  Part partOf(Placement placement) {
    Part part = header.requirePart(placement);
    if (part.layers().isEmpty()) {
      throw Rule.coverage(
          "/participant_id",
          "participant %s owns no layers: it has no binding"
              .formatted(Quoted.of(part.participantId())));
    }
    return part;
  }
}
