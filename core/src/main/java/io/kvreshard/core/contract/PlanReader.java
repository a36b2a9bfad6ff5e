package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads logical plans (CONTRACT §4.9). */
final class PlanReader {
  private static final FieldSet UPSTREAM =
      FieldSet.of(
          "edges",
          "expected_writer_ids",
          "plan_digest",
          "plan_id",
          "snapshot_json",
          "source_placement_json",
          "target_participant_id",
          "target_placement_json");
  private static final FieldSet FIELDS =
      FieldSet.oneOf(
          UPSTREAM,
          UPSTREAM.and(ReplicaClaim.FIELDS),
          UPSTREAM.and("consumer_nodes").and(ReplicaClaim.FIELDS));
  private static final FieldSet EDGE_FIELDS =
      FieldSet.of(
          "component",
          "global_head_start",
          "global_layer_id",
          "head_count",
          "head_dim",
          "itemsize",
          "source_head_offset",
          "source_participant_id",
          "target_head_offset",
          "target_participant_id");

  private PlanReader() {}

  static LogicalPlan read(JsonReader in, Limits limits) {
    return read(in, null, limits);
  }

  /**
   * Reads a document whose edges were taken out of it.
   *
   * @param takenOut null if they were not
   */
  static LogicalPlan read(JsonReader in, @Nullable EdgeClaim takenOut, Limits limits) {
    String source = "";
    String target = "";
    String targetParticipantId = "";
    String snapshot = null;
    List<Edge> edges = List.of();
    List<String> writers = List.of();
    String id = "";
    String digest = "";
    ReplicaClaim claim = new ReplicaClaim();
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "edges" -> edges = readEdges(in, limits);
        case "expected_writer_ids" -> writers = in.strings(Integer.MAX_VALUE);
        case "plan_digest" -> digest = in.string();
        case "plan_id" -> id = in.string();
        case "snapshot_json" -> snapshot = in.stringOrNull();
        case "source_placement_json" -> source = in.string();
        case "target_participant_id" -> targetParticipantId = in.string();
        case "target_placement_json" -> target = in.string();
        default -> claim.read(field, in);
      }
    }
    LogicalPlan plan =
        new PlanClaim(
                embedded(
                    "/source_placement_json", source, json -> Placement.fromJson(json, limits)),
                embedded(
                    "/target_placement_json", target, json -> Placement.fromJson(json, limits)),
                targetParticipantId,
                claim.choice(),
                snapshot == null ? null : embedded("/snapshot_json", snapshot, Snapshot::fromJson),
                takenOut == null ? new EdgeClaim.Listed(edges) : takenOut,
                writers)
            .verify(limits);
    claim.check(plan);
    Check.same("/plan_id", "plan_id", id, plan.id());
    Check.same("/plan_digest", "plan_digest", digest, plan.digest());
    return plan;
  }

  private static <T> T embedded(String pointer, String text, Function<String, T> fromJson) {
    try {
      return fromJson.apply(text);
    } catch (RejectedException e) {
      throw e.under(pointer);
    }
  }

  private static List<Edge> readEdges(JsonReader in, Limits limits) {
    List<Edge> edges = new ArrayList<>();
    in.beginArray(limits.edges());
    while (in.nextElement()) {
      edges.add(readEdge(in));
    }
    return edges;
  }

  private static Edge readEdge(JsonReader in) {
    String source = "";
    String target = "";
    Component component = null;
    long layer = 0;
    long headStart = 0;
    long headCount = 0;
    long sourceOffset = 0;
    long targetOffset = 0;
    long headDim = 0;
    long itemsize = 0;
    for (String field = in.beginObject(EDGE_FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "component" -> component = Component.read(in);
        case "global_head_start" -> headStart = in.u64();
        case "global_layer_id" -> layer = in.u64();
        case "head_count" -> headCount = in.u64();
        case "head_dim" -> headDim = in.u64();
        case "itemsize" -> itemsize = in.u64();
        case "source_head_offset" -> sourceOffset = in.u64();
        case "source_participant_id" -> source = in.string();
        case "target_head_offset" -> targetOffset = in.u64();
        case "target_participant_id" -> target = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new Edge(
        source,
        target,
        Objects.requireNonNull(component),
        layer,
        headStart,
        headCount,
        sourceOffset,
        targetOffset,
        headDim,
        itemsize);
  }
}
