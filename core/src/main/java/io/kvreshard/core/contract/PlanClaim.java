package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan as somebody states it. It holds only if its edges are those that its placements give: all
 * of them, or all of one writer (CONTRACT §5).
 */
record PlanClaim(
    Placement source,
    Placement target,
    String targetParticipantId,
    ReplicaChoice choice,
    @Nullable Snapshot snapshot,
    List<Edge> edges,
    List<String> expectedWriterIds) {
  /** The plan that is claimed. Its edges are compared before anything is hashed. */
  LogicalPlan verify(Limits limits) {
    Part part = LogicalPlan.checkCompatible(source, target, targetParticipantId, snapshot);
    if (edges.isEmpty()) {
      throw reject("/edges", "a plan needs at least one edge");
    }
    String firstWriter = edges.getFirst().sourceParticipantId();
    Part writer =
        source
            .part(firstWriter)
            .orElseThrow(
                () ->
                    reject(
                        "/edges/0/source_participant_id",
                        "participant %s is not in the source placement"
                            .formatted(Quoted.of(firstWriter))));
    long dpRank = writer.rank().dp();
    ReplicaSelector selector = ReplicaSelector.of(choice, target, part);
    PlanEdges whole = LogicalPlan.edgesInto(part, source, dpRank, selector, limits);
    List<String> writers = whole.writers();
    checkWriters(writers);
    PlanEdges right = edges.equals(whole) ? whole : ofOneWriter(firstWriter, whole);
    return new LogicalPlan(
        source, target, targetParticipantId, snapshot, dpRank, choice, right, writers);
  }

  /** What else the claimed edges may be. */
  private PlanEdges ofOneWriter(String writer, PlanEdges whole) {
    boolean oneWriter = edges.stream().allMatch(edge -> edge.sourceParticipantId().equals(writer));
    PlanEdges right = oneWriter ? whole.of(writer) : whole;
    if (!edges.equals(right)) {
      throw firstDifference(right);
    }
    return right;
  }

  private void checkWriters(List<String> right) {
    List<String> claimed =
        expectedWriterIds.isEmpty()
            ? PlanEdges.writersOf(edges.stream())
            : expectedWriterIds.stream().sorted(CodePoints.ORDER).toList();
    if (!claimed.equals(right)) {
      throw reject(
          "/expected_writer_ids",
          "the writers are not the %d that the placements give".formatted(right.size()));
    }
  }

  private RejectedException firstDifference(List<Edge> right) {
    int at = 0;
    while (at < edges.size() && at < right.size() && edges.get(at).equals(right.get(at))) {
      at++;
    }
    return reject(
        "/edges/" + at,
        "edge %d of %d is not the one that the placements give; they give %d"
            .formatted(at, edges.size(), right.size()));
  }

  private static RejectedException reject(String pointer, String message) {
    return Check.reject(RejectionCategory.PLAN, pointer, message);
  }
}
