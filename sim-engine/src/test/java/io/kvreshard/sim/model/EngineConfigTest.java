package io.kvreshard.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import org.junit.jupiter.api.Test;

class EngineConfigTest {
  @Test
  void documentsAreValidAndPlanAcrossTopologies() {
    EngineConfig source = Configs.small(KvLayout.HND, new Parallel(2, 2, 1), 1);
    EngineConfig target = Configs.small(KvLayout.SGLANG, new Parallel(8, 1, 1), 2);
    assertThat(Snapshot.fromJson(source.snapshot().toJson())).isEqualTo(target.snapshot());
    Placement parsed = Placement.fromJson(target.placement().toJson());
    assertThat(parsed.digest()).isEqualTo(target.placement().digest());
    PlanSet plans = PlanSet.plan(source.placement(), parsed, null, source.snapshot());
    assertThat(plans.writers()).hasSize(4);
    assertThat(plans.targets()).hasSize(8);
  }

  @Test
  void ranksBeyondTheHeadsAreReplicas() {
    assertThat(new Parallel(8, 1, 1).shards(new Model("m", 2, 4, 8, Dtype.FLOAT32, 1)))
        .extracting(Shard::headStart, Shard::replica)
        .startsWith(
            org.assertj.core.groups.Tuple.tuple(0, 0),
            org.assertj.core.groups.Tuple.tuple(0, 1),
            org.assertj.core.groups.Tuple.tuple(1, 0));
  }

  @Test
  void impossibleTopologiesAreRefused() {
    Model model = new Model("m", 2, 4, 8, Dtype.FLOAT32, 1);
    assertThatThrownBy(() -> new Parallel(3, 1, 1).shards(model)).hasMessageContaining("TP 3");
    assertThatThrownBy(() -> new Parallel(1, 3, 1).shards(model)).hasMessageContaining("PP 3");
  }
}
