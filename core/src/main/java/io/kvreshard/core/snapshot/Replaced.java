package io.kvreshard.core.snapshot;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tells a process that is out of sight from one that was replaced. */
public final class Replaced {
  private Replaced() {}

  /**
   * Participants of which the recorded process is not published any more, but another one is.
   *
   * @param runtimes processes of the snapshot's namespace
   */
  public static SortedSet<String> among(
      Collection<BoundProcess> recorded, String instanceGroup, Collection<RuntimeView> runtimes) {
    Map<String, SortedSet<String>> instances =
        runtimes.stream()
            .filter(runtime -> runtime.instanceGroup().equals(instanceGroup))
            .filter(runtime -> runtime.participantId() != null)
            .collect(
                Collectors.groupingBy(
                    runtime -> String.valueOf(runtime.participantId()),
                    Collectors.mapping(
                        RuntimeView::instanceId, Collectors.toCollection(TreeSet::new))));
    var replaced = new TreeSet<String>();
    for (var process : recorded) {
      var now = instances.get(process.participantId());
      if (now != null && !now.contains(process.instanceId())) {
        replaced.add(process.participantId());
      }
    }
    return replaced;
  }
}
