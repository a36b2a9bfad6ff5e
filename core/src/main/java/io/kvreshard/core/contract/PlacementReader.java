package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads placements (CONTRACT §4.5). */
final class PlacementReader {
  private static final FieldSet UPSTREAM =
      FieldSet.of(
          "descriptor",
          "parts",
          "placement_digest",
          "placement_id",
          "placement_set_id",
          "resource_id",
          "resource_kind",
          "revision",
          "topology");
  private static final FieldSet FIELDS = FieldSet.oneOf(UPSTREAM, UPSTREAM.and("schema"));

  private PlacementReader() {}

  static Placement read(JsonReader in, Limits limits) {
    Part.Shared shared = new Part.Shared();
    String resourceId = "";
    String revision = "";
    String schema = null;
    String placementSetId = "";
    Topology topology = null;
    Descriptor descriptor = null;
    List<Part> parts = List.of();
    String id = "";
    String digest = "";
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "descriptor" -> descriptor = shared.descriptor().read(in);
        case "parts" -> parts = readParts(in, shared);
        case "placement_digest" -> digest = in.string();
        case "placement_id" -> id = in.string();
        case "placement_set_id" -> placementSetId = in.string();
        case "resource_id" -> resourceId = in.string();
        case "resource_kind" -> Check.resourceKind(in.string());
        case "revision" -> revision = in.string();
        case "schema" -> schema = Check.schema(in.string(), Placement.EXTENDED_SCHEMA);
        case "topology" -> topology = Topology.read(in);
        default -> throw in.unhandled(field);
      }
    }
    Placement placement =
        Placement.create(
            resourceId,
            revision,
            placementSetId,
            Objects.requireNonNull(topology),
            Objects.requireNonNull(descriptor),
            parts,
            limits);
    if (schema != null) {
      limits.checkExtension("/schema");
    }
    Check.stated(schema, placement.schema(), Placement.EXTENDED_SCHEMA);
    Check.same("/placement_id", "placement_id", id, placement.id());
    Check.same("/placement_digest", "placement_digest", digest, placement.digest());
    return placement;
  }

  private static List<Part> readParts(JsonReader in, Part.Shared shared) {
    List<Part> parts = new ArrayList<>();
    in.beginArray(Limits.ITEMS);
    while (in.nextElement()) {
      parts.add(Part.read(in, shared));
    }
    return parts;
  }
}
