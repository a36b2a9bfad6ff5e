package io.kvreshard.cli.move;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.plan.PlanSet;

/** The plans of one cache group. */
public record PlannedGroup(String name, Placement source, Placement target, PlanSet plans) {}
