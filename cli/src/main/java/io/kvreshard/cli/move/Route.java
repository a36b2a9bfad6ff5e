package io.kvreshard.cli.move;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.plan.PlanSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A run of heads that one participant sends to another, of some layers: all edges that differ in
 * nothing but layer and component.
 *
 * @param layers of which the heads are sent
 * @param bytes of all tokens, a u64
 */
public record Route(
    String writer,
    String target,
    LayerSet layers,
    long headStart,
    long headCount,
    Set<Component> components,
    int edges,
    long bytes) {
  private static final Comparator<LogicalPlan> BY_RANK =
      Comparator.comparing(plan -> plan.target().requirePart(plan.targetParticipantId()).rank());

  /** What the edges of a route have in common. */
  private record Heads(String writer, long start, long count) {}

  /** The routes of all targets, by the targets' ranks and, within one, as its edges. */
  public static List<Route> of(PlanSet plans) {
    var routes = new ArrayList<Route>();
    for (var plan : plans.plans().stream().sorted(BY_RANK).toList()) {
      grouped(plan)
          .forEach(
              (heads, edges) ->
                  byComponents(edges)
                      .forEach(
                          (components, layers) ->
                              routes.add(route(plan, heads, components, layers))));
    }
    return List.copyOf(routes);
  }

  private static Route route(
      LogicalPlan plan, Heads heads, Set<Component> components, Set<Long> layers) {
    var cache = plan.source().descriptor();
    long rowBytes = components.stream().mapToLong(cache::rowBytes).sum();
    long tokens = Objects.requireNonNull(plan.snapshot()).tokenCount();
    return new Route(
        heads.writer(),
        plan.targetParticipantId(),
        LayerSet.of(layers.stream().mapToLong(Long::longValue).toArray()),
        heads.start(),
        heads.count(),
        components,
        layers.size() * components.size(),
        rowBytes * heads.count() * layers.size() * tokens);
  }

  /** The first head after those sent. */
  public long headEnd() {
    return headStart + headCount;
  }

  private static Map<Heads, List<Edge>> grouped(LogicalPlan plan) {
    return plan.edges().stream()
        .collect(
            Collectors.groupingBy(
                edge ->
                    new Heads(edge.sourceParticipantId(), edge.globalHeadStart(), edge.headCount()),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** Layers by the components that are sent of them: key and value together, as a rule. */
  private static Map<Set<Component>, Set<Long>> byComponents(List<Edge> edges) {
    var components = new LinkedHashMap<Long, Set<Component>>();
    for (var edge : edges) {
      components
          .computeIfAbsent(edge.globalLayerId(), _ -> EnumSet.noneOf(Component.class))
          .add(edge.component());
    }
    var layers = new LinkedHashMap<Set<Component>, Set<Long>>();
    components.forEach(
        (layer, sent) -> layers.computeIfAbsent(sent, _ -> new LinkedHashSet<>()).add(layer));
    return layers;
  }
}
