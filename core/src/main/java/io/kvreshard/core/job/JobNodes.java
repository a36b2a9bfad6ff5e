package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which nodes take part: those of writers, of targets and of both coordinators. */
public final class JobNodes {
  private JobNodes() {}

  /** Of a job whose ends are both bound. */
  public static SortedSet<String> of(JobObservation seen, JobPlan plan) {
    return bound(seen.source()) instanceof Binding.Bound source
            && bound(seen.target()) instanceof Binding.Bound target
        ? of(plan, source, target)
        : new TreeSet<>();
  }

  /**
   * Where a job takes a place in the line: of its tasks, and of those that are still to be made.
   */
  public static Set<String> held(JobObservation seen) {
    var recorded = seen.job().recorded();
    var nodes = new TreeSet<String>();
    seen.tasks().forEach(task -> nodes.add(task.node()));
    boolean begins =
        recorded.phase() == Phase.Running
            && !recorded.draining()
            && recorded.progressBytes() == null;
    if (begins && seen.planning() instanceof Planning.Planned(var plan)) {
      nodes.addAll(of(seen, plan));
    }
    return nodes;
  }

  private static @Nullable Binding bound(@Nullable SnapshotView snapshot) {
    return snapshot == null ? null : snapshot.binding();
  }

  public static SortedSet<String> of(JobPlan plan, Binding.Bound source, Binding.Bound target) {
    var nodes = new TreeSet<String>();
    nodes.add(source.coordinator().node());
    nodes.add(target.coordinator().node());
    var from = source.nodes();
    var to = target.nodes();
    plan.writers().forEach(writer -> nodes.add(from.get(writer)));
    plan.targets().forEach(receiver -> nodes.add(to.get(receiver)));
    return nodes;
  }
}
