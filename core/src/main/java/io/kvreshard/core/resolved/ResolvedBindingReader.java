package io.kvreshard.core.resolved;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads resolved bindings (CONTRACT §4.10). */
final class ResolvedBindingReader {
  private static final FieldSet ENVELOPE = FieldSet.of("binding", "digest", "schema");
  private static final FieldSet BINDING =
      FieldSet.of(
          "instance_id",
          "operation_id",
          "participant_id",
          "placement_digest",
          "placement_id",
          "ranges",
          "regions",
          "resource_id",
          "revision",
          "snapshot_digest",
          "snapshot_id");

  private ResolvedBindingReader() {}

  static ResolvedBinding read(JsonReader in) {
    ResolvedBinding binding = null;
    String digest = "";
    for (String field = in.beginObject(ENVELOPE); field != null; field = in.nextField()) {
      switch (field) {
        case "binding" -> binding = binding(in);
        case "digest" -> digest = in.string();
        case "schema" -> Check.schema(in.string(), ResolvedBinding.SCHEMA);
        default -> throw in.unhandled(field);
      }
    }
    Check.same("/digest", "digest", digest, Objects.requireNonNull(binding).digest());
    return binding;
  }

  private static ResolvedBinding binding(JsonReader in) {
    String instanceId = "";
    String operationId = "";
    String participantId = "";
    String placementDigest = "";
    String placementId = "";
    List<ResolvedRange> ranges = List.of();
    List<RegisteredRegion> regions = List.of();
    String resourceId = "";
    String revision = "";
    String snapshotDigest = null;
    String snapshotId = null;
    for (String field = in.beginObject(BINDING); field != null; field = in.nextField()) {
      switch (field) {
        case "instance_id" -> instanceId = in.string();
        case "operation_id" -> operationId = in.string();
        case "participant_id" -> participantId = in.string();
        case "placement_digest" -> placementDigest = in.string();
        case "placement_id" -> placementId = in.string();
        case "ranges" -> ranges = in.list(Limits.ITEMS, ResolvedRange::read);
        case "regions" -> regions = in.list(Limits.ITEMS, RegisteredRegion::read);
        case "resource_id" -> resourceId = in.string();
        case "revision" -> revision = in.string();
        case "snapshot_digest" -> snapshotDigest = in.stringOrNull();
        case "snapshot_id" -> snapshotId = in.stringOrNull();
        default -> throw in.unhandled(field);
      }
    }
    return new ResolvedBinding(
        operationId,
        new BindingHeader(
            resourceId, placementId, placementDigest, instanceId, revision, participantId),
        snapshot(snapshotId, snapshotDigest),
        regions,
        ranges);
  }

  private static SnapshotRef snapshot(@Nullable String id, @Nullable String digest) {
    if (id == null || digest == null) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          id == null ? "/snapshot_id" : "/snapshot_digest",
          "a resolved binding names its snapshot by id and digest");
    }
    return new SnapshotRef(id, digest);
  }
}
