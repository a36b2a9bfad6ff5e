package io.kvreshard.core.conformance;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.Planner;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans, plans of one writer, their ids, digests and texts (CONTRACT §5). */
final class PlanCase {
  private PlanCase() {}

  static void run(Row row, Findings found) {
    String snapshot = row.textOrNull("snapshot");
    LogicalPlan plan =
        Planner.plan(
            DocumentCases.placement(row.text("source")),
            DocumentCases.placement(row.text("target")),
            row.text("target_participant_id"),
            row.u64OrNull("source_dp_rank"),
            snapshot == null ? null : Snapshot.fromJson(snapshot),
            Limits.COMPATIBLE);
    found.put("plan_id", plan::id);
    found.put("plan_digest", plan::digest);
    found.put("source_dp_rank", () -> Findings.number(plan.sourceDpRank()));
    found.put("expected_writer_ids", plan::expectedWriterIds);
    found.text("wire", plan, plan::toJson, PlanCase::read);
    found.put("filtered", () -> restricted(plan, row.object("expect").objects("filtered")));
  }

  static LogicalPlan read(String text) {
    return LogicalPlan.fromJson(text, Limits.COMPATIBLE);
  }

  private static List<Map<String, @Nullable Object>> restricted(LogicalPlan plan, List<Row> asked) {
    return asked.stream().map(row -> restricted(plan, row.text("source_id"))).toList();
  }

  private static Map<String, @Nullable Object> restricted(LogicalPlan plan, String writer) {
    LogicalPlan own = plan.restrictedTo(writer);
    if (!read(own.toJson()).equals(own)) {
      throw new IllegalStateException("a writer's plan reads back as another one");
    }
    return Map.of(
        "source_id", writer,
        "plan_id", own.id(),
        "plan_digest", own.digest(),
        "edges", own.edges().size());
  }
}
