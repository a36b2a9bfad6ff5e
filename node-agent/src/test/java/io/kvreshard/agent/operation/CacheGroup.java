package io.kvreshard.agent.operation;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.plan.PlanSet;

/** A cache group of a move: one model in two placements. */
record CacheGroup(SmallModel model, Placement source, Placement target, PlanSet plans) {

  /** Tensor parallel on both sides: participants s0, s1, … and t0, t1, … */
  static CacheGroup of(SmallModel model, int sourceTp, int targetTp) {
    Placement source = model.placement("s", sourceTp, 1);
    Placement target = model.placement("t", targetTp, 1);
    return new CacheGroup(
        model, source, target, PlanSet.plan(source, target, null, model.snapshot()));
  }

  String name() {
    return model.group();
  }
}
