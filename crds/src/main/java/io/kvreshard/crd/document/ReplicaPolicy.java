package io.kvreshard.crd.document;

import io.kvreshard.core.plan.PlannerVersion.Algorithm;
import io.kvreshard.crd.TransferPolicy;
import org.jspecify.annotations.Nullable;

/** What {@code spec.policy.replicaSelection} of a job means to the planner. */
public final class ReplicaPolicy {
  private ReplicaPolicy() {}

  /** The algorithm that a job asks for. */
  public static Algorithm algorithm(@Nullable TransferPolicy policy) {
    return switch (policy == null ? null : policy.replicaSelection()) {
      case null -> Algorithm.ORDINAL;
      case Ordinal -> Algorithm.ORDINAL;
      case Balanced -> Algorithm.BALANCED;
    };
  }
}
