package io.kvreshard.core.lowering;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The rules between an operation's plans, and which bindings they need (CONTRACT §8). */
final class TransferCheck {
  private TransferCheck() {}

  /** The plans by target, checked: complete, of one move, one for each target with layers. */
  static List<LogicalPlan> plans(List<LogicalPlan> plans) {
    Limits.checkItems("/logical_plans", "plans", plans.size());
    if (plans.isEmpty()) {
      throw Check.reject(
          RejectionCategory.EMPTY, "/logical_plans", "an operation needs at least one plan");
    }
    List<LogicalPlan> sorted =
        plans.stream()
            .sorted(Comparator.comparing(LogicalPlan::targetParticipantId, CodePoints.ORDER))
            .toList();
    LogicalPlan first = sorted.getFirst();
    checkTargets(first, sorted);
    snapshot(first);
    for (LogicalPlan plan : sorted) {
      plan.requireUpstream();
      checkSameMove(first, plan);
      checkComplete(plan);
    }
    return sorted;
  }

  /** The snapshot that all plans move. */
  static Snapshot snapshot(LogicalPlan plan) {
    if (plan.snapshot() == null) {
      throw plan(plan, "it names no snapshot, and an operation moves one");
    }
    return plan.snapshot();
  }

  /** The participants that write. */
  static Collection<String> writers(List<LogicalPlan> plans) {
    var writers = new TreeSet<String>(CodePoints.ORDER);
    plans.forEach(plan -> writers.addAll(plan.expectedWriterIds()));
    return writers;
  }

  /** The bindings by participant: exactly one for each of these participants. */
  static List<ResolvedBinding> bindings(
      String pointer, List<ResolvedBinding> bindings, Collection<String> expected) {
    Limits.checkItems(pointer, "bindings", bindings.size());
    List<ResolvedBinding> sorted =
        bindings.stream()
            .sorted(Comparator.comparing(ResolvedBinding::participantId, CodePoints.ORDER))
            .toList();
    List<String> bound = sorted.stream().map(ResolvedBinding::participantId).toList();
    if (!bound.equals(List.copyOf(expected))) {
      throw Check.reject(
          RejectionCategory.PLAN,
          pointer,
          "there are bindings of %s, the plans need one for each of %s"
              .formatted(names(bound), names(expected)));
    }
    return sorted;
  }

  private static void checkTargets(LogicalPlan first, List<LogicalPlan> sorted) {
    List<String> planned = sorted.stream().map(LogicalPlan::targetParticipantId).toList();
    List<String> needed =
        first.target().parts().stream()
            .filter(part -> !part.layers().isEmpty())
            .map(Part::participantId)
            .toList();
    if (!planned.equals(needed)) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "/logical_plans",
          "there are plans for %s, the target placement needs one for each of %s"
              .formatted(names(planned), names(needed)));
    }
  }

  private static void checkSameMove(LogicalPlan first, LogicalPlan plan) {
    boolean same =
        plan.source().equals(first.source())
            && plan.target().equals(first.target())
            && snapshot(plan).equals(snapshot(first));
    if (!same) {
      throw plan(plan, "its placements or its snapshot are not those of the other plans");
    }
  }

  /** A plan is whole, or of one writer among several. */
  private static void checkComplete(LogicalPlan plan) {
    long writers = plan.edges().stream().map(Edge::sourceParticipantId).distinct().count();
    if (writers != plan.expectedWriterIds().size()) {
      throw plan(plan, "it is the part of one writer only; an operation needs whole plans");
    }
  }

  private static RejectedException plan(LogicalPlan plan, String why) {
    return Check.reject(
        RejectionCategory.PLAN,
        "/logical_plans",
        "plan for %s: %s".formatted(Quoted.of(plan.targetParticipantId()), why));
  }

  private static String names(Collection<String> ids) {
    int shown = 8;
    String first = String.join(", ", ids.stream().limit(shown).map(Quoted::of).toList());
    return "%d participants (%s%s)".formatted(ids.size(), first, ids.size() > shown ? ", ..." : "");
  }
}
