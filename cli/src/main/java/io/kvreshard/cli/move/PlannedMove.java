package io.kvreshard.cli.move;

import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.core.job.Compatibility;
import io.kvreshard.core.job.JobPlanner;
import io.kvreshard.core.job.PlanSummary;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.snapshot.GroupDocuments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A move and its plan.
 *
 * @param summary what the operator would write into the job's status; of the bytes between nodes it
 *     says something only if {@link #nodesKnown}
 */
public record PlannedMove(Move move, PlanSummary summary, List<PlannedGroup> groups) {
  public PlannedMove {
    groups = List.copyOf(groups);
  }

  /**
   * Plans a move as the operator does.
   *
   * @throws RefusedException if the operator would refuse it
   */
  public static PlannedMove of(Move move) {
    var source = move.source();
    var target = move.target();
    var difference =
        Compatibility.refuse(source.name(), source.groups(), target.name(), target.groups());
    if (difference.isPresent()) {
      throw refused(move, difference.get().message());
    }
    var planning =
        JobPlanner.plan(
            source.groups(),
            target.groups(),
            move.sourceDpRank(),
            move.planner(),
            places(source),
            places(target));
    return switch (planning) {
      case Planning.Planned(var plan) ->
          new PlannedMove(
              move, plan.summary(), source.groups().stream().map(it -> group(move, it)).toList());
      case Planning.Refused(var message) -> throw refused(move, message);
      case Planning.Impossible(var message) -> throw refused(move, message);
      case Planning.Unfit(var message) -> throw refused(move, message);
    };
  }

  /** A participant whose node is not known is taken to be alone: no limit of a node is met. */
  private static Map<String, String> places(Side side) {
    var places = new HashMap<String, String>();
    for (var group : side.groups()) {
      group.placement().parts().forEach(it -> places.put(it.participantId(), it.participantId()));
    }
    places.putAll(side.nodes());
    return places;
  }

  /** Whether the nodes of all participants that take part are known. */
  public boolean nodesKnown() {
    return groups.stream()
        .allMatch(
            group ->
                known(move.source().nodes(), group.plans().writers())
                    && known(move.target().nodes(), group.plans().targets()));
  }

  private static boolean known(Map<String, String> nodes, List<String> participants) {
    return nodes.keySet().containsAll(participants);
  }

  private static PlannedGroup group(Move move, GroupDocuments from) {
    var to =
        move.target().groups().stream()
            .filter(it -> it.name().equals(from.name()))
            .findFirst()
            .orElseThrow();
    return new PlannedGroup(
        from.name(),
        from.placement(),
        to.placement(),
        PlanSet.plan(
            from.placement(),
            to.placement(),
            move.sourceDpRank(),
            move.planner().selection(places(move.target())),
            from.snapshot()));
  }

  private static RefusedException refused(Move move, String message) {
    return new RefusedException("KVReshardJob \"%s\": %s".formatted(move.job(), message));
  }
}
