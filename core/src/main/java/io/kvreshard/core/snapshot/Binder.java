package io.kvreshard.core.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the live engine processes of a snapshot: same instance group, same epoch, in session with
 * the living incarnation of their node's agent (DESIGN §6).
 */
public final class Binder {
  private Binder() {}

  /**
   * Binds participants to processes.
   *
   * @param coordinatorNode where the coordinator must be; null: wherever it is
   * @param participants ids of all participants of all groups' placements
   * @param runtimes processes of the snapshot's namespace
   * @param agents by node
   */
  public static Binding bind(
      String instanceGroup,
      @Nullable String coordinatorNode,
      SortedSet<String> participants,
      Collection<RuntimeView> runtimes,
      Map<String, AgentView> agents) {
    var live =
        runtimes.stream()
            .filter(runtime -> runtime.instanceGroup().equals(instanceGroup))
            .filter(runtime -> inSession(runtime, agents))
            .toList();
    var coordinators =
        live.stream()
            .filter(runtime -> runtime.role().coordinates())
            .filter(runtime -> coordinatorNode == null || runtime.node().equals(coordinatorNode))
            .toList();
    if (coordinators.size() != 1) {
      return new Binding.Unbound(
          coordinators.isEmpty()
              ? "No live coordinator of instance group \"%s\"%s."
                  .formatted(instanceGroup, at(coordinatorNode))
              : "%d live coordinators of instance group \"%s\": names of engine instances must be unique in a namespace."
                  .formatted(coordinators.size(), instanceGroup));
    }
    var coordinator = coordinators.getFirst();
    return members(
        coordinator,
        participants,
        live.stream()
            .filter(runtime -> runtime.role().participates())
            .filter(runtime -> runtime.groupEpoch().equals(coordinator.groupEpoch()))
            .toList());
  }

  private static Binding members(
      RuntimeView coordinator, SortedSet<String> participants, List<RuntimeView> live) {
    var processes = new ArrayList<BoundProcess>(participants.size());
    for (var id : participants) {
      var found = live.stream().filter(runtime -> id.equals(runtime.participantId())).toList();
      if (found.size() != 1) {
        return new Binding.Unbound(
            "%s live processes for participant \"%s\" of instance group \"%s\" in the coordinator's epoch; one is expected."
                .formatted(found.isEmpty() ? "No" : found.size(), id, coordinator.instanceGroup()));
      }
      var runtime = found.getFirst();
      processes.add(new BoundProcess(id, runtime.name(), runtime.node(), runtime.instanceId()));
    }
    return new Binding.Bound(
        new BoundCoordinator(
            coordinator.name(),
            coordinator.node(),
            coordinator.groupEpoch(),
            coordinator.instanceId()),
        processes);
  }

  private static boolean inSession(RuntimeView runtime, Map<String, AgentView> agents) {
    var agent = agents.get(runtime.node());
    return agent != null && agent.alive() && agent.incarnation().equals(runtime.agentIncarnation());
  }

  private static String at(@Nullable String node) {
    return node == null ? "" : " on node \"" + node + "\"";
  }
}
