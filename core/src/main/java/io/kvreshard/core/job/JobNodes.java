package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which nodes take part: those of writers, of targets and of both coordinators. */
public final class JobNodes {
  private JobNodes() {}

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
