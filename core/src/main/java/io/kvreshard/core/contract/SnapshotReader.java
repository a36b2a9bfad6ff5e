package io.kvreshard.core.contract;

import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;

/** Reads snapshots (CONTRACT §4.6). */
final class SnapshotReader {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "model_id",
          "model_revision",
          "namespace",
          "resource_id",
          "resource_kind",
          "semantic_fingerprint",
          "snapshot_digest",
          "snapshot_id",
          "token_count",
          "token_fingerprint",
          "token_start");

  private SnapshotReader() {}

  static Snapshot read(JsonReader in) {
    String namespace = "";
    String resourceId = "";
    String modelId = "";
    String modelRevision = "";
    long tokenStart = 0;
    long tokenCount = 0;
    String tokenFingerprint = "";
    String semanticFingerprint = "";
    String id = "";
    String digest = "";
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "model_id" -> modelId = in.string();
        case "model_revision" -> modelRevision = in.string();
        case "namespace" -> namespace = in.string();
        case "resource_id" -> resourceId = in.string();
        case "resource_kind" -> Check.resourceKind(in.string());
        case "semantic_fingerprint" -> semanticFingerprint = in.string();
        case "snapshot_digest" -> digest = in.string();
        case "snapshot_id" -> id = in.string();
        case "token_count" -> tokenCount = in.u64();
        case "token_fingerprint" -> tokenFingerprint = in.string();
        case "token_start" -> tokenStart = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    Snapshot snapshot =
        Snapshot.create(
            namespace,
            resourceId,
            modelId,
            modelRevision,
            tokenStart,
            tokenCount,
            tokenFingerprint,
            semanticFingerprint);
    Check.same("/snapshot_id", "snapshot_id", id, snapshot.id());
    Check.same("/snapshot_digest", "snapshot_digest", digest, snapshot.digest());
    return snapshot;
  }
}
