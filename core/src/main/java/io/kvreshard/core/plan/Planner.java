package io.kvreshard.core.plan;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import org.jspecify.annotations.Nullable;

/** Plans what a target participant receives (CONTRACT §5). */
public final class Planner {
  private Planner() {}

  /**
   * The complete plan of one target participant.
   *
   * @param sourceDpRank the source's data-parallel rank that writes; null spreads the targets over
   *     those there are: the source's ranks, ascending, at the target's own rank modulo their
   *     number
   * @param snapshot what is moved; without one, the placements may name different resources
   */
  public static LogicalPlan plan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Long sourceDpRank,
      @Nullable Snapshot snapshot) {
    return plan(source, target, targetParticipantId, sourceDpRank, snapshot, Limits.PRODUCTION);
  }

  /** The same within other limits than {@link Limits#PRODUCTION}. */
  public static LogicalPlan plan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Long sourceDpRank,
      @Nullable Snapshot snapshot,
      Limits limits) {
    long dpRank =
        sourceDpRank != null
            ? sourceDpRank
            : defaultDpRank(source, target.requirePart(targetParticipantId));
    return LogicalPlan.create(source, target, targetParticipantId, dpRank, snapshot, limits);
  }

  private static long defaultDpRank(Placement source, Part target) {
    long[] ranks = source.dpRanks();
    return ranks[(int) Long.remainderUnsigned(target.rank().dp(), ranks.length)];
  }
}
