package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;

/** What a binding belongs to: the fields of its document that are not geometry. */
record BindingIdentity(
    String operationId,
    String resourceId,
    String placementId,
    String placementDigest,
    String instanceId,
    String revision,
    String participantId,
    String snapshotId,
    String snapshotDigest) {
  BindingIdentity {
    Rule.string(operationId, "/operation_id", "operation_id");
    Rule.string(instanceId, "/instance_id", "instance_id");
    Rule.string(participantId, "/participant_id", "participant_id");
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
        placement.resourceId(),
        placement.id(),
        placement.digest(),
        instanceId,
        placement.revision(),
        participantId,
        snapshot.id(),
        snapshot.digest());
  }

  /** The part that a participant must hold; one without layers has nothing to bind. */
  static Part partOf(Placement placement, String participantId) {
    Part part =
        placement
            .part(participantId)
            .orElseThrow(
                () ->
                    Rule.unknown(
                        "/participant_id",
                        "participant %s is not in placement %s"
                            .formatted(Quoted.of(participantId), placement.id())));
    if (part.layers().isEmpty()) {
      throw Rule.coverage(
          "/participant_id",
          "participant %s owns no layers: it has no binding".formatted(Quoted.of(participantId)));
    }
    return part;
  }
}
