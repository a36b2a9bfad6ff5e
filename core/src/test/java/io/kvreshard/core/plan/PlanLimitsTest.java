package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import org.junit.jupiter.api.Test;

/** What the two limit profiles let through (CONTRACT §5, §17). */
class PlanLimitsTest {
  private static final int LARGEST_MODEL_LAYERS = 126;

  /** 512 ranks hold a model of 126 layers and 128 heads; one rank takes all of it. */
  @Test
  void aRealModelOnManyRanksIsTooMuchForUpstreamOnly() {
    Placement source = Models.tensorParallel("s", Models.model(LARGEST_MODEL_LAYERS, 128), 512);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    LogicalPlan plan = Planner.plan(source, target, "t-p0-t0", null, null);
    assertThat(plan.edges()).hasSize(LARGEST_MODEL_LAYERS * 128 * 2);
    assertThatThrownBy(() -> Planner.plan(source, target, "t-p0-t0", null, null, Limits.COMPATIBLE))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining(
            "/edges: 512 parts and 126 layers cost parts^2 * layers = 33030144 steps");
  }

  @Test
  void exactlyTheLimitPasses() {
    Placement source = Models.tensorParallel("s", Models.model(3, 4), 4);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    Limits enough = new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS, 12, 24);
    assertThat(Planner.plan(source, target, "t-p0-t0", null, null, enough).edges()).hasSize(24);
    assertRefused(
        new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS, 11, 24),
        source,
        target,
        "parts * layers = 12");
    assertRefused(
        new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS, 12, 23),
        source,
        target,
        "the plan has more than 23 edges");
    assertRefused(
        new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS_SQUARED, 47, 24),
        source,
        target,
        "parts^2 * layers = 48");
  }

  @Test
  void aTextIsHeldToTheSameLimits() {
    Placement source = Models.tensorParallel("s", Models.model(3, 4), 4);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    LogicalPlan plan = Planner.plan(source, target, "t-p0-t0", null, null);
    Limits enough = new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS_SQUARED, 48, 24);
    assertThat(LogicalPlan.fromJson(plan.toJson(), enough)).isEqualTo(plan);
    Limits fewEdges = new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS_SQUARED, 48, 23);
    assertThatThrownBy(() -> LogicalPlan.fromJson(plan.toJson(), fewEdges))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/edges/23: at most 23 items are allowed");
    Limits littleWork = new Limits(Limits.Dialect.EXTENDED, Limits.Cost.PARTS_SQUARED, 47, 24);
    assertThatThrownBy(() -> LogicalPlan.fromJson(plan.toJson(), littleWork))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/source_placement_json/parts: 4 parts and 3 layers");
  }

  private static void assertRefused(Limits limits, Placement source, Placement target, String why) {
    assertThatThrownBy(() -> Planner.plan(source, target, "t-p0-t0", null, null, limits))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining(why);
  }
}
