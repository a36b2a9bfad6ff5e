package io.kvreshard.core.job;

import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.plan.PlannerVersion.Algorithm;
import io.kvreshard.core.snapshot.AgentView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an operator and the agents of a job's nodes, each of its own release, do it with (DESIGN
 * §3). Nothing is taken for granted that an agent does not announce.
 */
public sealed interface Agreement {
  /** The version of the protocol between agents from which on they can pass contents on. */
  long FIRST_WITH_CONTENTS = 2;

  /** The newest planner that all of them know. */
  record Agreed(PlannerVersion planner) implements Agreement {}

  /**
   * They cannot do it together.
   *
   * @param message names the nodes and what their agents know
   */
  record None(String message) implements Agreement {}

  /**
   * Looks for it.
   *
   * @param algorithm what the job asks for
   * @param agents of all nodes that may get a task
   */
  static Agreement of(Algorithm algorithm, Collection<AgentView> agents) {
    var inOrder = agents.stream().sorted(Comparator.comparing(AgentView::node)).toList();
    return strangers(inOrder)
        .map(message -> (Agreement) new None(message))
        .orElseGet(() -> planner(algorithm, inOrder));
  }

  /**
   * Why contents cannot go from the agent of one coordinator to that of the other; empty: they can.
   */
  static Optional<None> onContents(AgentView source, AgentView target) {
    return Stream.of(source, target)
        .filter(agent -> !agent.peerVersions().contains(FIRST_WITH_CONTENTS))
        .findFirst()
        .map(
            agent ->
                new None(
                    "The source has contents besides its pages, and the agent of node \"%s\" does not know how to bring them along: that takes version %d of the protocol between agents, it has %s. Upgrade it."
                        .formatted(agent.node(), FIRST_WITH_CONTENTS, list(agent.peerVersions()))));
  }

  private static Agreement planner(Algorithm algorithm, List<AgentView> agents) {
    var planners = agents.stream().map(AgentView::planners).toList();
    return PlannerVersion.newestCommon(algorithm, planners)
        .map(planner -> (Agreement) new Agreed(planner))
        .orElseGet(() -> new None(sentence(algorithm, agents)));
  }

  /** The node that knows the fewest versions explains most. */
  private static String sentence(Algorithm algorithm, List<AgentView> agents) {
    var own = PlannerVersion.announced();
    var fewest =
        agents.stream()
            .min(Comparator.comparingLong(it -> known(it, algorithm, own)))
            .orElseThrow();
    return "spec.policy.replicaSelection: operator and agents of the job's nodes have no version of %s in common: the operator has %s, node \"%s\" has %s. Upgrade the older one, or choose another."
        .formatted(algorithm, list(own), fewest.node(), list(fewest.planners()));
  }

  private static long known(AgentView agent, Algorithm algorithm, List<String> own) {
    return agent.planners().stream()
        .filter(own::contains)
        .filter(planner -> planner.startsWith(algorithm + "/"))
        .count();
  }

  /** Two agents that would not understand each other. */
  private static Optional<String> strangers(List<AgentView> agents) {
    var different = new LinkedHashMap<List<Long>, AgentView>();
    agents.forEach(agent -> different.putIfAbsent(agent.peerVersions(), agent));
    var some = new ArrayList<>(different.values());
    boolean mute = agents.size() > 1 && different.containsKey(List.of());
    for (int i = 0; i < some.size(); i++) {
      for (int j = i + 1; j < some.size(); j++) {
        if (Collections.disjoint(some.get(i).peerVersions(), some.get(j).peerVersions())) {
          return Optional.of(strangers(some.get(i), some.get(j)));
        }
      }
    }
    return mute ? Optional.of(strangers(agents.get(0), agents.get(1))) : Optional.empty();
  }

  private static String strangers(AgentView one, AgentView other) {
    return "The agents of nodes \"%s\" and \"%s\" have no version of the protocol between agents in common, one has %s, the other %s: upgrade the older one."
        .formatted(one.node(), other.node(), list(one.peerVersions()), list(other.peerVersions()));
  }

  private static String list(List<?> versions) {
    return versions.isEmpty()
        ? "none"
        : versions.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
