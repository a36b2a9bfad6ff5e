package io.kvreshard.cli.explain;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where one head of one layer and component comes from.
 *
 * @param plan the target's
 * @param target the part that receives it
 * @param writer the part that sends it
 * @param candidates the source's parts of the plan's data-parallel rank that hold it, in the
 *     contract's order
 * @param edge that carries it
 */
record HeadOrigin(
    LogicalPlan plan, Part target, Part writer, List<Part> candidates, Edge edge, long head) {
  private static final Comparator<Part> REPLICA_ORDER =
      Comparator.comparing(Part::replicaOrdinal, U64::compare)
          .thenComparing(Part::participantId, CodePoints.ORDER);

  HeadOrigin {
    candidates = List.copyOf(candidates);
  }

  /** Finds it in a plan; nothing if the target does not hold that head of that layer. */
  static Optional<HeadOrigin> of(LogicalPlan plan, long layer, long head, Component component) {
    var target = plan.target().requirePart(plan.targetParticipantId());
    return plan.edges().stream()
        .filter(
            edge ->
                edge.globalLayerId() == layer
                    && edge.component() == component
                    && holds(edge.globalHeadStart(), edge.headCount(), head))
        .findFirst()
        .map(
            edge ->
                new HeadOrigin(
                    plan,
                    target,
                    plan.source().requirePart(edge.sourceParticipantId()),
                    candidates(plan, layer, head),
                    edge,
                    head));
  }

  /** The head's place among those that the writer holds, from 0. */
  long placeAtWriter() {
    return head - writer.headStart();
  }

  /** The head's place among those that the target holds, from 0. */
  long placeAtTarget() {
    return head - target.headStart();
  }

  private static List<Part> candidates(LogicalPlan plan, long layer, long head) {
    return plan.source().parts().stream()
        .filter(part -> part.rank().dp() == plan.sourceDpRank())
        .filter(part -> part.layers().contains(layer))
        .filter(part -> holds(part.headStart(), part.headCount(), head))
        .sorted(REPLICA_ORDER)
        .toList();
  }

  private static boolean holds(long start, long count, long head) {
    return U64.le(start, head) && U64.lt(head, start + count);
  }
}
