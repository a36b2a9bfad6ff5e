package io.kvreshard.core.contiguous;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads runtime bindings (CONTRACT §4.8). */
final class RuntimeBindingReader {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "buffers",
          "instance_id",
          "participant_id",
          "placement_digest",
          "placement_id",
          "resource_id",
          "resource_kind",
          "revision",
          "snapshot_digest",
          "snapshot_id");

  private RuntimeBindingReader() {}

  static RuntimeBinding read(JsonReader in) {
    List<Buffer> buffers = List.of();
    String instanceId = "";
    String participantId = "";
    String placementDigest = "";
    String placementId = "";
    String resourceId = "";
    String revision = "";
    String snapshotDigest = null;
    String snapshotId = null;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "buffers" -> buffers = in.list(Limits.ITEMS, BufferJson::read);
        case "instance_id" -> instanceId = in.string();
        case "participant_id" -> participantId = in.string();
        case "placement_digest" -> placementDigest = in.string();
        case "placement_id" -> placementId = in.string();
        case "resource_id" -> resourceId = in.string();
        case "resource_kind" -> Check.resourceKind(in.string());
        case "revision" -> revision = in.string();
        case "snapshot_digest" -> snapshotDigest = in.stringOrNull();
        case "snapshot_id" -> snapshotId = in.stringOrNull();
        default -> throw in.unhandled(field);
      }
    }
    return new RuntimeBinding(
        new BindingHeader(
            resourceId, placementId, placementDigest, instanceId, revision, participantId),
        snapshot(snapshotId, snapshotDigest),
        buffers);
  }

  private static @Nullable SnapshotRef snapshot(@Nullable String id, @Nullable String digest) {
    if (id == null && digest == null) {
      return null;
    }
    if (id == null || digest == null) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          id == null ? "/snapshot_id" : "/snapshot_digest",
          "a snapshot is named by id and digest, or not at all");
    }
    return new SnapshotRef(id, digest);
  }
}
