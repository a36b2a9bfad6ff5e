package io.kvreshard.core.conformance;

import io.kvreshard.core.Limits;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.lowering.Batch;
import io.kvreshard.core.lowering.PhysicalWrite;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.plan.Planner;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whole operations: their digest, their writes in exact order, their batches, and the memory after
 * them (CONTRACT §8–10).
 */
final class TransferCase {
  private final RuntimeTransfer transfer;

  private TransferCase(RuntimeTransfer transfer) {
    this.transfer = transfer;
  }

  static void run(Row row, Findings found) {
    RuntimeTransfer transfer =
        RuntimeTransfer.create(
            row.text("operation_id"),
            plans(row),
            row.texts("source_bindings").stream().map(ResolvedBinding::fromJson).toList(),
            row.texts("target_bindings").stream().map(ResolvedBinding::fromJson).toList(),
            BindingCases.limits(row.object("limits")));
    var results = new TransferCase(transfer);
    found.put("digest", transfer::digest);
    found.put("wire", results::wire);
    found.put("expected_writers", results::planned);
    found.put("writes", results::writes);
    found.put("batches", results::batches);
    found.put("write_count", () -> Findings.number(transfer.writeCount()));
    found.put("total_bytes", () -> Findings.number(transfer.bytes()));
    found.put("source_sha256", () -> new ContentModel(transfer).sources());
    found.put("target_sha256", () -> new ContentModel(transfer).targetsAfterWrites());
  }

  private static List<LogicalPlan> plans(Row row) {
    return row.has("logical_plans")
        ? row.texts("logical_plans").stream().map(PlanCase::read).toList()
        : derived(row);
  }

  private static List<LogicalPlan> derived(Row row) {
    Placement source = DocumentCases.placement(row.text("source"));
    Placement target = DocumentCases.placement(row.text("target"));
    Snapshot snapshot = Snapshot.fromJson(row.text("snapshot"));
    List<LogicalPlan> plans = new ArrayList<>();
    for (Part part : target.parts()) {
      if (!part.layers().isEmpty()) {
        plans.add(
            Planner.plan(source, target, part.participantId(), null, snapshot, Limits.COMPATIBLE));
      }
    }
    return plans;
  }

  private String wire() {
    String text = transfer.toJson();
    RuntimeTransfer again = RuntimeTransfer.fromJson(text, Limits.COMPATIBLE, transfer.limits());
    if (!again.digest().equals(transfer.digest()) || !again.toJson().equals(text)) {
      throw new IllegalStateException("the text reads back as another transfer");
    }
    return text;
  }

  private List<List<Object>> planned() {
    List<List<Object>> rows = new ArrayList<>();
    for (PlannedWrite write : transfer.plannedWrites()) {
      rows.add(List.of(write.writerId(), write.targetId(), Findings.number(write.bytes())));
    }
    return rows;
  }

  private List<List<Object>> writes() {
    List<List<Object>> rows = new ArrayList<>();
    transfer.forEachWrite(write -> rows.add(row(write)));
    return rows;
  }

  private static List<Object> row(PhysicalWrite write) {
    return List.of(
        write.sourceParticipantId(),
        write.targetParticipantId(),
        write.endpoint(),
        Findings.number(write.sourceAddress()),
        Findings.number(write.targetAddress()),
        Findings.number(write.nbytes()));
  }

  private Map<String, List<List<Object>>> batches() {
    Map<String, List<List<Object>>> batches = new TreeMap<>();
    for (ResolvedBinding source : transfer.sourceBindings()) {
      List<List<Object>> rows = new ArrayList<>();
      transfer.forEachBatch(source.participantId(), batch -> rows.add(row(batch)));
      batches.put(source.participantId(), rows);
    }
    return batches;
  }

  private static List<Object> row(Batch batch) {
    return List.of(
        batch.endpoint(), Findings.number(batch.writes().size()), Findings.number(batch.bytes()));
  }
}
