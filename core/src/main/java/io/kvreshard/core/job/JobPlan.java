package io.kvreshard.core.job;

import io.kvreshard.core.CodePoints;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** The plans of all cache groups of a job; they move together or not at all. */
public record JobPlan(PlanSummary summary, List<GroupPlan> groups) {
  public JobPlan {
    groups = List.copyOf(groups);
  }

  /** Participants of the source that write. */
  public SortedSet<String> writers() {
    return participants(Route::writer);
  }

  /** Participants of the target that receive. */
  public SortedSet<String> targets() {
    return participants(Route::target);
  }

  private SortedSet<String> participants(Function<Route, String> end) {
    var ids = new TreeSet<>(CodePoints.ORDER);
    for (var group : groups) {
      group.bytes().keySet().forEach(route -> ids.add(end.apply(route)));
    }
    return ids;
  }
}
