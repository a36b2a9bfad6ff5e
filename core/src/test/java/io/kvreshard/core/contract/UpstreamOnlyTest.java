package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.ReplicaSelection;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** {@link Limits#COMPATIBLE} gives upstream's verdicts: it refuses what upstream cannot read. */
class UpstreamOnlyTest {
  private static final Descriptor LATENT =
      new Descriptor(Models.model(2, 1).layers(), "bfloat16", 2, 64, 1, new HeadDims.KeyOnly(576));
  private static final Placement KEYS = Models.tensorParallel("k", LATENT, 1);

  @Test
  void refusesKeysWithoutValues() {
    assertRefused(
        "/descriptor/components",
        () -> Part.fromJson(KEYS.parts().getFirst().toJson(), Limits.COMPATIBLE));
    assertRefused("/schema", () -> Placement.fromJson(KEYS.toJson(), Limits.COMPATIBLE));
  }

  @Test
  void refusesBalancedPlans() {
    Placement source = Models.tensorParallel("s", Models.model(2, 1), 2);
    Placement target = Models.tensorParallel("t", Models.model(2, 1), 1);
    LogicalPlan plan =
        PlanSet.plan(
                source,
                target,
                null,
                new ReplicaSelection.Balanced(Map.of("t-p0-t0", "node-a")),
                Models.snapshot(1))
            .plans()
            .getFirst();
    assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
    assertRefused("/algorithm", () -> LogicalPlan.fromJson(plan.toJson(), Limits.COMPATIBLE));
    assertRefused("/algorithm", () -> LogicalPlan.fromJson(" " + plan.toJson(), Limits.COMPATIBLE));
  }

  private static void assertRefused(String pointer, ThrowingCallable reader) {
    assertThat(catchThrowableOfType(RejectedException.class, reader).rejection())
        .isEqualTo(
            new Rejection(
                RejectionCategory.FIELDS,
                pointer,
                "this is an extension, and only upstream's documents are read here"));
  }
}
