package io.kvreshard.core.contract;

import io.kvreshard.core.Sha256;

/**
 * What every kind of binding says of itself: of which placement's participant it is, and in which
 * process (CONTRACT §4.8, §4.10; DESIGN §3).
 *
 * @param resourceId of the placement
 * @param placementId {@link Placement#id}
 * @param placementDigest {@link Placement#digest}
 * @param instanceId the process whose memory it is; new with every start of it
 * @param revision of the placement
 * @param participantId of the placement
 */
public record BindingHeader(
    String resourceId,
    String placementId,
    String placementDigest,
    String instanceId,
    String revision,
    String participantId) {
  public BindingHeader {
    Check.notEmpty("/resource_id", resourceId);
    Check.notEmpty("/placement_id", placementId);
    Sha256.check("/placement_digest", placementDigest);
    Check.notEmpty("/instance_id", instanceId);
    Check.notEmpty("/revision", revision);
    Check.notEmpty("/participant_id", participantId);
  }

  /** The header of a participant's memory in a process. */
  public static BindingHeader of(Placement placement, String instanceId, String participantId) {
    return new BindingHeader(
        placement.resourceId(),
        placement.id(),
        placement.digest(),
        instanceId,
        placement.revision(),
        participantId);
  }

  /** Rejects a header that names another placement; of the participant it says nothing. */
  public void requireIs(Placement placement) {
    same("resource_id", resourceId, placement.resourceId());
    same("placement_id", placementId, placement.id());
    same("placement_digest", placementDigest, placement.digest());
    same("revision", revision, placement.revision());
  }

  /** The participant's part; one that the placement does not have is rejected. */
  public Part requirePart(Placement placement) {
    return placement.requirePart("/participant_id", participantId);
  }

  private static void same(String field, String actual, String expected) {
    Check.same("/" + field, field, actual, expected);
  }
}
