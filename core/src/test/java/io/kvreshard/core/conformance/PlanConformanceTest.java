package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.Planner;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** CONTRACT §5: plans, plans of one writer, their ids, digests and texts. */
class PlanConformanceTest {
  @TestFactory
  Stream<DynamicTest> plans() {
    return Cases.tests("plan", PlanConformanceTest::plan);
  }

  private static void plan(JsonNode row) {
    JsonNode expect = row.get("expect");
    LogicalPlan plan = Cases.verdict(row, () -> planned(row));
    if (plan == null) {
      return;
    }
    assertThat(plan.expectedWriterIds())
        .containsExactlyElementsOf(
            StreamSupport.stream(expect.get("expected_writer_ids").spliterator(), false)
                .map(JsonNode::textValue)
                .toList());
    assertThat(Long.toUnsignedString(plan.sourceDpRank()))
        .isEqualTo(expect.get("source_dp_rank").asText());
    assertThat(plan.id()).isEqualTo(expect.get("plan_id").textValue());
    assertThat(plan.digest()).isEqualTo(expect.get("plan_digest").textValue());
    assertThat(plan.toJson()).isEqualTo(expect.get("wire").textValue());
    assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
    expect.get("filtered").forEach(filtered -> restricted(plan, filtered));
  }

  private static LogicalPlan planned(JsonNode row) {
    String snapshot = Cases.textOrNull(row.get("snapshot"));
    JsonNode dpRank = row.get("source_dp_rank");
    return Planner.plan(
        Placement.fromJson(row.get("source").textValue(), Limits.COMPATIBLE),
        Placement.fromJson(row.get("target").textValue(), Limits.COMPATIBLE),
        row.get("target_participant_id").textValue(),
        dpRank.isNull() ? null : (Long) Long.parseUnsignedLong(dpRank.asText()),
        snapshot == null ? null : Snapshot.fromJson(snapshot),
        Limits.COMPATIBLE);
  }

  private static void restricted(LogicalPlan plan, JsonNode filtered) {
    LogicalPlan own = plan.restrictedTo(filtered.get("source_id").textValue());
    assertThat(own.edges()).hasSize(filtered.get("edges").intValue());
    assertThat(own.id()).isEqualTo(filtered.get("plan_id").textValue());
    assertThat(own.digest()).isEqualTo(filtered.get("plan_digest").textValue());
    assertThat(LogicalPlan.fromJson(own.toJson())).isEqualTo(own);
  }
}
