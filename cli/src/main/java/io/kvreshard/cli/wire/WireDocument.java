package io.kvreshard.cli.wire;

import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.lowering.RuntimeTransfer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A valid document.
 *
 * @param facts what tells it from others: ids, digests, sizes
 * @param placements in it
 * @param snapshots in it
 */
public record WireDocument(
    Map<String, String> facts, List<Placement> placements, List<Snapshot> snapshots) {
  public WireDocument {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    placements = List.copyOf(placements);
    snapshots = List.copyOf(snapshots);
  }

  /** One that contains no others. */
  static WireDocument of(Map<String, String> facts) {
    return new WireDocument(facts, List.of(), List.of());
  }

  static WireDocument of(Snapshot snapshot) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("snapshot_id", snapshot.id());
    facts.put("snapshot_digest", snapshot.digest());
    return new WireDocument(facts, List.of(), List.of(snapshot));
  }

  static WireDocument of(Placement placement) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("placement_id", placement.id());
    facts.put("placement_digest", placement.digest());
    facts.put("parts", String.valueOf(placement.parts().size()));
    return new WireDocument(facts, List.of(placement), List.of());
  }

  static WireDocument of(LogicalPlan plan) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("target_participant_id", plan.targetParticipantId());
    facts.put("plan_id", plan.id());
    facts.put("plan_digest", plan.digest());
    facts.put("edges", String.valueOf(plan.edges().size()));
    return new WireDocument(
        facts,
        List.of(plan.source(), plan.target()),
        Stream.ofNullable(plan.snapshot()).map(Objects::requireNonNull).toList());
  }

  /** Its plans share placements and snapshot. */
  static WireDocument of(RuntimeTransfer transfer) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("operation_id", transfer.operationId());
    facts.put("digest", transfer.digest());
    facts.put("plans", String.valueOf(transfer.plans().size()));
    facts.put("writes", Long.toUnsignedString(transfer.writeCount()));
    facts.put("bytes", Long.toUnsignedString(transfer.bytes()));
    var shared = of(transfer.plans().getFirst());
    return new WireDocument(facts, shared.placements(), shared.snapshots());
  }
}
