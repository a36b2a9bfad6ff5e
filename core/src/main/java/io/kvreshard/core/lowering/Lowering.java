package io.kvreshard.core.lowering;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.List;
import java.util.function.Consumer;

/**
 * The physical writes of checked plans and bindings, in upstream's exact order (CONTRACT §9). They
 * are computed anew each time and never held.
 */
final class Lowering {
  private final List<LogicalPlan> plans;
  private final Bound sources;
  private final Bound targets;
  private final TransferLimits limits;

  Lowering(List<LogicalPlan> plans, Bound sources, Bound targets, TransferLimits limits) {
    this.plans = plans;
    this.sources = sources;
    this.targets = targets;
    this.limits = limits;
  }

  /** All writes. */
  void forEach(Consumer<PhysicalWrite> sink) {
    var merger = new WriteMerger(limits, sink);
    for (LogicalPlan plan : plans) {
      for (Edge edge : plan.edges()) {
        forEachCopy(edge, copy -> append(merger, edge, copy));
      }
    }
    merger.end();
  }

  /** One writer's writes among all. What others write in between keeps its writes apart. */
  void forEach(String writer, Consumer<PhysicalWrite> sink) {
    var merger = new WriteMerger(limits, sink);
    for (LogicalPlan plan : plans) {
      for (Edge edge : plan.edges()) {
        if (edge.sourceParticipantId().equals(writer)) {
          forEachCopy(edge, copy -> append(merger, edge, copy));
        } else {
          merger.end();
        }
      }
    }
    merger.end();
  }

  /**
   * What all writes amount to.
   *
   * @throws RejectedException they exceed a limit; found without counting further than it
   */
  WriteTotals total() {
    var totals = new WriteTotals(limits);
    var merger = new WriteMerger(limits, _ -> {});
    for (LogicalPlan plan : plans) {
      for (Edge edge : plan.edges()) {
        totals.addPairs(
            ranges(sources, edge.sourceParticipantId(), edge).size(),
            ranges(targets, edge.targetParticipantId(), edge).size());
        forEachCopy(
            edge,
            copy -> {
              totals.add(edge, copy);
              append(merger, edge, copy);
            });
      }
    }
    totals.writes(merger.writes());
    return totals;
  }

  private void forEachCopy(Edge edge, Consumer<RangeCopy> action) {
    List<ResolvedRange> from = ranges(sources, edge.sourceParticipantId(), edge);
    List<ResolvedRange> to = ranges(targets, edge.targetParticipantId(), edge);
    for (long pair : RangeJoin.pairs(from, to)) {
      ResolvedRange source = from.get((int) (pair >>> Integer.SIZE));
      ResolvedRange target = to.get((int) pair);
      action.accept(RangeCopy.of(source, target, edge));
    }
  }

  private static List<ResolvedRange> ranges(Bound bound, String participant, Edge edge) {
    return bound.of(participant).ranges().of(edge.globalLayerId(), edge.component());
  }

  private void append(WriteMerger merger, Edge edge, RangeCopy copy) {
    Bound.Memory source = sources.of(edge.sourceParticipantId());
    Bound.Memory target = targets.of(edge.targetParticipantId());
    String sourceRegion = copy.source().regionId();
    String targetRegion = copy.target().regionId();
    var lane =
        new Lane(
            edge.sourceParticipantId(),
            edge.targetParticipantId(),
            target.endpoint(),
            sourceRegion,
            targetRegion);
    long sourceBase = source.address(sourceRegion);
    long targetBase = target.address(targetRegion);
    copy.forEach(
        (sourceOffset, targetOffset, nbytes) ->
            merger.append(lane, sourceBase + sourceOffset, targetBase + targetOffset, nbytes));
  }
}
