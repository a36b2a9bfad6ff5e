package io.kvreshard.core.contiguous;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.SnapshotRef;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One writer's share of a plan between two participants' contiguous buffers: {@code prepare} of
 * CONTRACT §6.
 *
 * @param plan restricted to the writer
 * @param snapshot what both bindings say that they hold
 * @param edges in the plan's order
 */
public record PreparedTransfer(
    LogicalPlan plan, @Nullable SnapshotRef snapshot, List<PreparedEdge> edges) {

  /** Where one side's heads begin, and its buffers. */
  private record Side(Part part, TreeMap<Long, Map<Component, Fragment>> fragments) {
    static Side of(Part part, RuntimeBinding binding) {
      var fragments = new TreeMap<Long, Map<Component, Fragment>>(U64::compare);
      for (Buffer buffer : binding.buffers()) {
        fragments
            .computeIfAbsent(buffer.layer(), _ -> new EnumMap<>(Component.class))
            .put(buffer.component(), buffer.fragment());
      }
      return new Side(part, fragments);
    }

    Fragment fragment(Edge edge) {
      return Objects.requireNonNull(
          fragments.getOrDefault(edge.globalLayerId(), Map.of()).get(edge.component()));
    }

    /** Strides of a checked buffer are a u64. */
    PreparedEdge.Rows rows(Edge edge, long headOffset) {
      Fragment fragment = fragment(edge);
      return new PreparedEdge.Rows(
          fragment.storageAddress(),
          fragment.storageNbytes(),
          fragment.stridesBytes().get(0).longValue(),
          fragment.storageOffsetBytes() + headOffset * fragment.stridesBytes().get(1).longValue());
    }
  }

  /**
   * Joins a plan with the buffers of both sides.
   *
   * @param plan of one writer only: {@link LogicalPlan#restrictedTo}
   * @param source the writer's buffers
   * @param target the target's buffers
   */
  public static PreparedTransfer prepare(
      LogicalPlan plan, RuntimeBinding source, RuntimeBinding target) {
    checkParticipants(plan, source, target);
    Side from = Side.of(RuntimeBindingCheck.check(plan.source(), source, plan.snapshot()), source);
    Side to = Side.of(RuntimeBindingCheck.check(plan.target(), target, plan.snapshot()), target);
    if (!Objects.equals(source.snapshot(), target.snapshot())) {
      throw Check.reject(
          RejectionCategory.IDENTITY, "/snapshot_id", "the bindings hold different snapshots");
    }
    List<PreparedEdge> edges = new ArrayList<>(plan.edges().size());
    for (Edge edge : plan.edges()) {
      edges.add(
          new PreparedEdge(
              to.fragment(edge).endpoint(),
              edge.globalLayerId(),
              edge.component(),
              from.rows(edge, edge.sourceHeadOffset()),
              to.rows(edge, edge.targetHeadOffset()),
              edge.headCount() * edge.rowBytes()));
    }
    checkEndpoint(edges);
    return new PreparedTransfer(plan, source.snapshot(), List.copyOf(edges));
  }

  private static void checkParticipants(
      LogicalPlan plan, RuntimeBinding source, RuntimeBinding target) {
    String writer = source.participantId();
    if (!plan.edges().stream().allMatch(edge -> edge.sourceParticipantId().equals(writer))) {
      throw reject(
          "the plan must be restricted to %s, whose binding is the source's"
              .formatted(Quoted.of(writer)));
    }
    Check.same(
        "/participant_id",
        "the target binding's participant",
        target.participantId(),
        plan.targetParticipantId());
  }

  private static void checkEndpoint(List<PreparedEdge> edges) {
    String endpoint = edges.getFirst().endpoint();
    for (PreparedEdge edge : edges) {
      if (!edge.endpoint().equals(endpoint)) {
        throw reject(
            "the target's buffers are at endpoints %s and %s, one is needed"
                .formatted(Quoted.of(endpoint), Quoted.of(edge.endpoint())));
      }
    }
  }

  private static RejectedException reject(String why) {
    return Check.reject(RejectionCategory.PLAN, "", why);
  }
}
