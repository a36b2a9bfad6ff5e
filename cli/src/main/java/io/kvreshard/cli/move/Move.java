package io.kvreshard.cli.move;

import io.kvreshard.core.plan.PlannerVersion;
import org.jspecify.annotations.Nullable;

/**
 * What a KVReshardJob asks for.
 *
 * @param job its name
 * @param sourceDpRank the policy's; null: every target chooses by its own rank
 * @param planner the policy's choice between replicas, in its newest version
 */
public record Move(
    String job, Side source, Side target, @Nullable Long sourceDpRank, PlannerVersion planner) {}
