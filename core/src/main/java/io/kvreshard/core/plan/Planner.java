package io.kvreshard.core.plan;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.ReplicaChoice;
import io.kvreshard.core.contract.Snapshot;
import org.jspecify.annotations.Nullable;

/** Plans what a target participant receives (CONTRACT §5). */
public final class Planner {
  private Planner() {}

  /**
   * The complete plan of one target participant, with upstream's choice of replicas, within {@link
   * Limits#PRODUCTION}.
   */
  public static LogicalPlan plan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Long sourceDpRank,
      @Nullable Snapshot snapshot) {
    return plan(source, target, targetParticipantId, sourceDpRank, snapshot, Limits.PRODUCTION);
  }

  /** The same within other limits. */
  public static LogicalPlan plan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Long sourceDpRank,
      @Nullable Snapshot snapshot,
      Limits limits) {
    return plan(
        source,
        target,
        targetParticipantId,
        sourceDpRank,
        ReplicaSelection.ORDINAL,
        snapshot,
        limits);
  }

  /**
   * The complete plan of one target participant.
   *
   * @param sourceDpRank the source's data-parallel rank that writes; null spreads the targets over
   *     those there are: the source's ranks, ascending, at the target's own rank modulo their
   *     number
   * @param selection how to choose between the source's replicas
   * @param snapshot what is moved; without one, the placements may name different resources
   */
  public static LogicalPlan plan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Long sourceDpRank,
      ReplicaSelection selection,
      @Nullable Snapshot snapshot,
      Limits limits) {
    SourceRanks ranks = new SourceRanks(source, sourceDpRank);
    long sourceRank = ranks.of(target.requirePart(targetParticipantId));
    ReplicaChoice choice = new Choices(selection, target, ranks).of(sourceRank);
    return LogicalPlan.create(
        source, target, targetParticipantId, sourceRank, choice, snapshot, limits);
  }
}
