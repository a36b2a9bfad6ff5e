package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanSetTest {
  private static final Descriptor MODEL = Models.model(3, 8);
  private static final Placement TP4 = Models.tensorParallel("s", MODEL, 4);
  private static final Placement TP2 = Models.tensorParallel("t", MODEL, 2);

  @Test
  void countsLogicalBytes() {
    PlanSet set = PlanSet.plan(TP4, TP2, null, Models.snapshot(100));
    long perWriter = 100L * 3 * 2 * 2 * 256;
    assertThat(set.edges()).isEqualTo(2 * 3 * 2 * 2);
    assertThat(set.writers()).containsExactly("s-p0-t0", "s-p0-t1", "s-p0-t2", "s-p0-t3");
    assertThat(set.targets()).containsExactly("t-p0-t0", "t-p0-t1");
    assertThat(set.bytes("s-p0-t1", "t-p0-t0")).isEqualTo(perWriter);
    assertThat(set.bytes("s-p0-t1", "t-p0-t1")).isZero();
    assertThat(set.bytes("nobody", "t-p0-t1")).isZero();
    assertThat(set.bytes()).isEqualTo(4 * perWriter);
  }

  /** Two replicas receive the same heads: both count. */
  @Test
  void countsReplicas() {
    Placement tp16 = Models.tensorParallel("t", MODEL, 16);
    PlanSet set = PlanSet.plan(TP4, tp16, null, Models.snapshot(1));
    assertThat(set.bytes()).isEqualTo(16L * 3 * 2 * 256);
  }

  @Test
  void isIdentifiedByItsPlans() {
    PlanSet set = PlanSet.plan(TP4, TP2, null, Models.snapshot(100));
    List<String> digests = set.plans().stream().map(LogicalPlan::digest).toList();
    assertThat(set.digest())
        .isEqualTo(
            Sha256.hex(
                "{\"plans\":[\"%s\",\"%s\"],\"schema\":\"kvreshard-plan-set/v1\"}"
                    .formatted(digests.get(0), digests.get(1))));
    assertThat(PlanSet.plan(TP4, TP2, 0L, Models.snapshot(100)).digest()).isEqualTo(set.digest());
    assertThat(PlanSet.plan(TP4, TP2, null, Models.snapshot(101)).digest())
        .isNotEqualTo(set.digest());
  }

  @Test
  void leavesOutTargetsWithoutLayers() {
    Placement target = Models.placement("t", MODEL, 1, List.of(LayerSet.of(), MODEL.layers()));
    assertThat(PlanSet.plan(TP4, target, null, Models.snapshot(1)).targets())
        .containsExactly("t-p1-t0");
  }

  @Test
  void refusesMoreBytesThanAU64() {
    assertThatThrownBy(() -> PlanSet.plan(TP4, TP2, null, Models.snapshot(U64.MAX)))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("the bytes of the move exceed 2^64-1 (range)");
  }

  @Test
  void refusesAnUnknownSourceRank() {
    assertThatThrownBy(() -> PlanSet.plan(TP4, TP2, 7L, Models.snapshot(1)))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("the source placement has no data-parallel rank 7 (plan)");
  }
}
