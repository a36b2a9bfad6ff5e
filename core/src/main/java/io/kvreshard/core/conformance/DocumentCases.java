package io.kvreshard.core.conformance;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ids, digests and canonical texts of snapshots and placements (CONTRACT §4.1–4.7). */
final class DocumentCases {
  private DocumentCases() {}

  static void snapshot(Row row, Findings found) {
    Snapshot snapshot = Snapshot.fromJson(row.text("input"));
    found.put("snapshot_id", snapshot::id);
    found.put("snapshot_digest", snapshot::digest);
    found.put("token_end", () -> Findings.number(snapshot.tokenEnd()));
    found.text("wire", snapshot, snapshot::toJson, Snapshot::fromJson);
  }

  static void mutatedPlacement(Row row, Findings found) {
    Placement placement = placement(row.text("input"));
    found.put("placement_digest", placement::digest);
    found.text("wire", placement, placement::toJson, DocumentCases::placement);
  }

  static void placement(Row row, Findings found) {
    Placement placement = placement(row.text("input"));
    found.put("topology_id", () -> placement.topology().id());
    found.put("placement_id", placement::id);
    found.put("placement_digest", placement::digest);
    found.put(
        "dp_ranks", () -> Arrays.stream(placement.dpRanks()).mapToObj(Findings::number).toList());
    found.text("wire", placement, placement::toJson, DocumentCases::placement);
    found.put("part_wire", () -> part(placement, row.object("expect").text("part_wire")));
    found.put(
        "fragment_ids", () -> fragments(placement, row.object("expect").list("fragment_ids")));
  }

  static Placement placement(String text) {
    return Placement.fromJson(text, Limits.COMPATIBLE);
  }

  /** The placement's part of the participant that this one is of. */
  private static String part(Placement placement, String wire) {
    return placement.requirePart(Part.fromJson(wire, Limits.COMPATIBLE).participantId()).toJson();
  }

  /** Rows [participant, layer, component, first head, heads, id] for those that are asked for. */
  private static List<List<Object>> fragments(Placement placement, List<?> asked) {
    List<List<Object>> fragments = new ArrayList<>();
    for (Object each : asked) {
      List<?> row = Row.as(List.class, "fragment_ids", each);
      Part part = placement.requirePart(Row.as(String.class, "participant", row.get(0)));
      long layer = Row.u64("layer", row.get(1));
      Component component = component(Row.as(String.class, "component", row.get(2)));
      fragments.add(
          List.of(
              part.participantId(),
              Findings.number(layer),
              component.wire(),
              Findings.number(part.headStart()),
              Findings.number(part.headCount()),
              part.fragmentId(layer, component)));
    }
    return fragments;
  }

  private static Component component(String wire) {
    return Arrays.stream(Component.values())
        .filter(each -> each.wire().equals(wire))
        .findFirst()
        .orElseThrow(() -> new MalformedCase("component \"" + wire + "\" is unknown"));
  }
}
