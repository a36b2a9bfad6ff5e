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
    EdgeClaim edges,
    List<String> expectedWriterIds) {
  /** The plan that is claimed. Its edges are compared before anything is hashed. */
  LogicalPlan verify(Limits limits) {
    Part part = LogicalPlan.checkCompatible(source, target, targetParticipantId, snapshot);
    String firstWriter = firstWriter();
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
    PlanEdges right =
        switch (edges) {
          case EdgeClaim.Listed(var listed) -> confirmed(listed, whole);
          case EdgeClaim.Written written when written.are(whole) -> whole;
          case EdgeClaim.Written _ ->
              throw reject("/edges", "the edges are not written as the placements give them");
        };
    return new LogicalPlan(
        source, target, targetParticipantId, snapshot, dpRank, choice, right, writers);
  }

  private String firstWriter() {
    return switch (edges) {
      case EdgeClaim.Written _ -> expectedWriterIds.getFirst();
      case EdgeClaim.Listed(var listed) when !listed.isEmpty() ->
          listed.getFirst().sourceParticipantId();
      case EdgeClaim.Listed _ -> throw reject("/edges", "a plan needs at least one edge");
    };
  }

  /** The whole plan's edges or those of one writer, whichever these are. */
  private static PlanEdges confirmed(List<Edge> listed, PlanEdges whole) {
    if (listed.equals(whole)) {
      return whole;
    }
    String writer = listed.getFirst().sourceParticipantId();
    boolean oneWriter = listed.stream().allMatch(edge -> edge.sourceParticipantId().equals(writer));
    PlanEdges right = oneWriter ? whole.of(writer) : whole;
    if (!listed.equals(right)) {
      throw firstDifference(listed, right);
    }
    return right;
  }

  private void checkWriters(List<String> right) {
    List<String> claimed =
        switch (edges) {
          case EdgeClaim.Listed(var listed) when expectedWriterIds.isEmpty() ->
              PlanEdges.writersOf(listed.stream());
          default -> expectedWriterIds.stream().sorted(CodePoints.ORDER).toList();
        };
    if (!claimed.equals(right)) {
      throw reject(
          "/expected_writer_ids",
          "the writers are not the %d that the placements give".formatted(right.size()));
    }
  }

  private static RejectedException firstDifference(List<Edge> edges, List<Edge> right) {
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
