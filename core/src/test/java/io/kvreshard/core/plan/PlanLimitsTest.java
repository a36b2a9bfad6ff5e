package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
    int names = 24 * ("s-p0-t0" + "t-p0-t0").length();
    Limits enough = limits(Limits.Cost.PARTS, 12, 24, names);
    assertThat(Planner.plan(source, target, "t-p0-t0", null, null, enough).edges()).hasSize(24);
    assertRefused(limits(Limits.Cost.PARTS, 11, 24, names), source, target, "parts * layers = 12");
    assertRefused(
        limits(Limits.Cost.PARTS, 12, 23, names), source, target, "has more than 23 edges");
    assertRefused(
        limits(Limits.Cost.PARTS_SQUARED, 47, 24, names), source, target, "parts^2 * layers = 48");
    assertRefused(
        limits(Limits.Cost.PARTS, 12, 24, names - 1),
        source,
        target,
        "/edges: the participant ids in the plan's edges have more than 335 characters together");
  }

  /** A short text can ask for a plan of terabytes: each edge repeats the ids. */
  @Test
  void longIdsAreNotRepeatedForever() {
    Placement source = Models.tensorParallel("s".repeat(1 << 20), Models.model(300, 8), 1);
    assertTooLong(() -> plan(source, "t"), "/edges: the participant ids in the plan's edges");
    Placement spread = Models.tensorParallel("t".repeat(1 << 20), Models.model(32, 16), 16);
    assertTooLong(
        () -> PlanSet.plan(spread, spread, null, Models.snapshot(1)),
        "the move has more than 1073741824 characters of participant ids in its edges");
  }

  /** Every replica of the only head reads all layers: 8,000 edges each. */
  @Test
  void aMoveHasAtMostTwoMillionEdges() {
    Placement source = Models.tensorParallel("s", Models.model(4000, 1), 1);
    assertThat(replicas(source, 250).edges()).isEqualTo(PlanSet.MAX_EDGES);
    assertTooLong(() -> replicas(source, 251), "the move has more than 2000000 edges");
  }

  private static PlanSet replicas(Placement source, int count) {
    Placement target = Models.tensorParallel("t", source.descriptor(), count);
    return PlanSet.plan(source, target, null, Models.snapshot(1));
  }

  private static LogicalPlan plan(Placement source, String prefix) {
    Placement target = Models.tensorParallel(prefix, source.descriptor(), 1);
    return Planner.plan(source, target, prefix + "-p0-t0", null, null);
  }

  private static void assertTooLong(ThrowingCallable planning, String why) {
    assertThatThrownBy(planning)
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> assertThat(e.category()).isEqualTo(RejectionCategory.LIMIT))
        .hasMessageContaining(why);
  }

  private static Limits limits(Limits.Cost cost, long work, int edges, long names) {
    return new Limits(Limits.Dialect.EXTENDED, cost, work, edges, names);
  }

  @Test
  void aTextIsHeldToTheSameLimits() {
    Placement source = Models.tensorParallel("s", Models.model(3, 4), 4);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    LogicalPlan plan = Planner.plan(source, target, "t-p0-t0", null, null);
    Limits enough = limits(Limits.Cost.PARTS_SQUARED, 48, 24, 0);
    assertThat(LogicalPlan.fromJson(plan.toJson(), enough)).isEqualTo(plan);
    Limits fewEdges = limits(Limits.Cost.PARTS_SQUARED, 48, 23, 0);
    assertThatThrownBy(() -> LogicalPlan.fromJson(plan.toJson(), fewEdges))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("/edges/23: at most 23 items are allowed");
    Limits littleWork = limits(Limits.Cost.PARTS_SQUARED, 47, 24, 0);
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
