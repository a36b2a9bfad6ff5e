package io.kvreshard.cli.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The documents of the wire contract and of its extensions (CONTRACT §4, DESIGN §3). */
public enum WireKind {
  /** What is cached (CONTRACT §4.6). */
  SNAPSHOT(
      "",
      "resource_kind namespace resource_id snapshot_id snapshot_digest model_id model_revision"
          + " token_start token_count token_fingerprint semantic_fingerprint"),
  /** Who holds it (CONTRACT §4.5). */
  PLACEMENT(
      "kvreshard-placement/v1",
      "resource_kind resource_id revision placement_set_id placement_id placement_digest topology"
          + " descriptor parts"),
  /** What one participant holds (CONTRACT §4.4). */
  PART(
      "",
      "resource_id revision placement_set_id topology_id participant_id rank descriptor layer_ids"
          + " head_start head_count replica_ordinal replica_count"),
  /** What one target receives, and from whom (CONTRACT §4.9). */
  PLAN(
      "kvreshard-logical-plan/v1",
      "source_placement_json target_placement_json target_participant_id snapshot_json plan_id"
          + " plan_digest edges expected_writer_ids"),
  /** What a writer says when it is done (CONTRACT §4.13). */
  WRITER_RECEIPT(
      "",
      "operation_id transfer_digest writer_id target_id success completed_bytes quiesced error"),
  /** What a target says when it is done (CONTRACT §4.13). */
  TARGET_RECEIPT("", "operation_id transfer_digest target_id success error"),
  /** Where a participant's contiguous buffers are (CONTRACT §4.8). */
  RUNTIME_BINDING(
      "",
      "resource_kind resource_id placement_id placement_digest instance_id snapshot_id"
          + " snapshot_digest revision participant_id buffers"),
  /** Where a participant's tokens and heads are in registered memory (CONTRACT §4.10). */
  RESOLVED_BINDING("kv-cache-resolved-binding", "schema binding digest"),
  /** Where a participant's pages are (DESIGN §3). */
  PAGED_BINDING(
      "kvreshard-paged-binding/v1",
      "schema operation_id resource_id placement_id placement_digest instance_id revision"
          + " participant_id snapshot_id snapshot_digest page_tables regions tensors windows"
          + " digest"),
  /** A whole operation: plans, resolved bindings and their limits (CONTRACT §4.12). */
  RUNTIME_TRANSFER(
      "kv-cache-runtime-transfer",
      "schema operation_id logical_plans source_bindings target_bindings limits digest");

  /** Those that its documents name, divided by spaces; most of upstream's name none. */
  private final String schemas;

  private final String fields;

  WireKind(String schemas, String fields) {
    this.schemas = schemas;
    this.fields = fields;
  }

  /** The exact names of its fields. */
  Set<String> fields() {
    return Set.of(fields.split(" "));
  }

  /** As people write it: {@code paged-binding}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What a text is meant to be, even if fields are missing or mistyped. */
  public static Optional<WireKind> guess(String text) {
    var top = TopFields.of(text);
    var named = top.getOrDefault("schema", "");
    var kinds = Stream.of(values()).filter(kind -> kind.mayName(named)).toList();
    return (kinds.isEmpty() ? Stream.of(values()) : kinds.stream())
        .max(Comparator.comparingInt((WireKind kind) -> kind.likeness(top)))
        .filter(kind -> kind.likeness(top) >= 0);
  }

  private boolean mayName(String schema) {
    return schema.isEmpty() || List.of(schemas.split(" ")).contains(schema);
  }

  /** Common fields weigh for a kind, those that it lacks or has too many of, against it. */
  private int likeness(Map<String, String> top) {
    var own = fields();
    int common = (int) top.keySet().stream().filter(own::contains).count();
    return 3 * common - own.size() - top.size();
  }

  /** Whether it can be judged only together with the placement and snapshot that it is of. */
  public boolean dependent() {
    return switch (this) {
      case RUNTIME_BINDING, RESOLVED_BINDING, PAGED_BINDING -> true;
      case SNAPSHOT, PLACEMENT, PART, PLAN, WRITER_RECEIPT, TARGET_RECEIPT, RUNTIME_TRANSFER ->
          false;
    };
  }
}
