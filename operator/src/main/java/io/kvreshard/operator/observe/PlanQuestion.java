package io.kvreshard.operator.observe;

import io.kvreshard.core.job.Side;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a job's plan depends on: the same question has the same answer.
 *
 * @param groups in their order
 * @param sourceDpRank null: every target chooses by its own rank
 * @param sourceNodes node of each participant of the source
 * @param targetNodes node of each participant of the target
 */
record PlanQuestion(
    List<Group> groups,
    @Nullable Long sourceDpRank,
    PlannerVersion planner,
    Map<String, String> sourceNodes,
    Map<String, String> targetNodes) {
  PlanQuestion {
    groups = List.copyOf(groups);
    sourceNodes = Map.copyOf(sourceNodes);
    targetNodes = Map.copyOf(targetNodes);
  }

  /** The documents of a cache group on one side. */
  record Group(Side side, String name, String snapshotDigest, String placementDigest) {
    static Group of(Side side, GroupDocuments documents) {
      return new Group(
          side, documents.name(), documents.snapshot().digest(), documents.placement().digest());
    }
  }
}
