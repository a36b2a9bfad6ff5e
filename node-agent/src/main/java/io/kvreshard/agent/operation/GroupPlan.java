package io.kvreshard.agent.operation;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;

/**
 * One cache group of an operation, planned again from its documents.
 *
 * @param operation {@code <job uid>/<attempt>/<round>/<group>}
 */
record GroupPlan(
    String name,
    String operation,
    Snapshot snapshot,
    Placement source,
    Placement target,
    PlanSet plans) {

  Placement placement(Side side) {
    return switch (side) {
      case SOURCE -> source;
      case TARGET -> target;
    };
  }

  /** Those that write, or those that receive, ascending. Others have nothing to bind. */
  List<String> participants(Side side) {
    return switch (side) {
      case SOURCE -> plans.writers();
      case TARGET -> plans.targets();
    };
  }

  /** Digests of the plans by target participant, ascending. */
  List<String> planDigests() {
    return plans.plans().stream().map(plan -> plan.digest()).toList();
  }
}
