package io.kvreshard.cli.wire;

import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.lowering.RuntimeTransfer;
import java.util.LinkedHashMap;
import java.util.Map;

/** What tells a document from others: ids, digests, sizes. */
final class WireFacts {
  private WireFacts() {}

  static Map<String, String> of(Snapshot snapshot) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("snapshot_id", snapshot.id());
    facts.put("snapshot_digest", snapshot.digest());
    return facts;
  }

  static Map<String, String> of(Placement placement) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("placement_id", placement.id());
    facts.put("placement_digest", placement.digest());
    facts.put("parts", String.valueOf(placement.parts().size()));
    return facts;
  }

  static Map<String, String> of(LogicalPlan plan) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("target_participant_id", plan.targetParticipantId());
    facts.put("plan_id", plan.id());
    facts.put("plan_digest", plan.digest());
    facts.put("edges", String.valueOf(plan.edges().size()));
    return facts;
  }

  static Map<String, String> of(RuntimeTransfer transfer) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("operation_id", transfer.operationId());
    facts.put("digest", transfer.digest());
    facts.put("plans", String.valueOf(transfer.plans().size()));
    facts.put("writes", Long.toUnsignedString(transfer.writeCount()));
    facts.put("bytes", Long.toUnsignedString(transfer.bytes()));
    return facts;
  }
}
