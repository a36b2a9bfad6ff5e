package io.kvreshard.cli.wire;

import io.kvreshard.core.contiguous.PreparedEdge;
import io.kvreshard.core.contiguous.PreparedTransfer;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.SnapshotRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans of one writer whose two ends have contiguous buffers in the files: moves between upstream's
 * runtimes that need no resolved bindings (CONTRACT §6).
 */
final class ContiguousMoves {
  /** Who reads or writes. */
  private record End(String placementDigest, String participantId) {
    static End of(Placement placement, String participantId) {
      return new End(placement.digest(), participantId);
    }
  }

  /** Its memory, as long as it holds that snapshot. */
  private record Held(End end, @Nullable SnapshotRef snapshot) {}

  private final Map<End, List<LogicalPlan>> plans = new HashMap<>();
  private final Map<Held, RuntimeBinding> buffers = new HashMap<>();

  void add(LogicalPlan plan) {
    var writers = plan.edges().stream().map(Edge::sourceParticipantId).distinct().limit(2).toList();
    if (writers.size() == 1) {
      for (var end : List.of(source(plan), target(plan))) {
        plans.computeIfAbsent(end, _ -> new ArrayList<>()).add(plan);
      }
    }
  }

  /**
   * Joins buffers with the plans and the other ends that came before.
   *
   * @return what is said of these moves, nothing if there are none
   * @throws io.kvreshard.core.RejectedException if one of them does not fit together
   */
  Map<String, String> add(RuntimeBinding binding) {
    var end = new End(binding.header().placementDigest(), binding.participantId());
    buffers.put(new Held(end, binding.snapshot()), binding);
    var prepared =
        plans.getOrDefault(end, List.of()).stream()
            .flatMap(plan -> prepare(plan, binding.snapshot()).stream())
            .toList();
    var edges = prepared.stream().flatMap(move -> move.edges().stream()).toList();
    var facts = new LinkedHashMap<String, String>();
    if (!prepared.isEmpty()) {
      facts.put("moves", String.valueOf(prepared.size()));
      facts.put("edges", String.valueOf(edges.size()));
      var fullRows = edges.stream().filter(PreparedEdge::fullRow).count();
      facts.put("full_row_edges", String.valueOf(fullRows));
    }
    return facts;
  }

  private Optional<PreparedTransfer> prepare(LogicalPlan plan, @Nullable SnapshotRef snapshot) {
    var source = buffers.get(new Held(source(plan), snapshot));
    var target = buffers.get(new Held(target(plan), snapshot));
    return source == null || target == null || !moves(plan, snapshot)
        ? Optional.empty()
        : Optional.of(PreparedTransfer.prepare(plan, source, target));
  }

  /** A plan without a snapshot moves any. */
  private static boolean moves(LogicalPlan plan, @Nullable SnapshotRef snapshot) {
    return plan.snapshot() == null || SnapshotRef.of(plan.snapshot()).equals(snapshot);
  }

  private static End source(LogicalPlan plan) {
    return End.of(plan.source(), plan.edges().getFirst().sourceParticipantId());
  }

  private static End target(LogicalPlan plan) {
    return End.of(plan.target(), plan.targetParticipantId());
  }
}
