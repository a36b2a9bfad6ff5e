package io.kvreshard.cli.demo;

import io.kvreshard.cli.output.Sizes;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.plan.PlanSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Who sends what to whom, a line for each writer and target. */
final class PlanTable {
  private PlanTable() {}

  /** The columns' names, then a line for each pair. {@code nodes}: node of each participant. */
  static List<String> lines(
      PlanSet plans, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    var lines = new ArrayList<String>();
    lines.add(row("WRITER", "NODE", "TARGET", "NODE", "LAYERS", "HEADS", "BYTES", "BY"));
    for (LogicalPlan plan : plans.plans()) {
      String target = plan.targetParticipantId();
      String targetNode = targetNodes.getOrDefault(target, "?");
      byWriter(plan)
          .forEach(
              (writer, edges) -> {
                String sourceNode = sourceNodes.getOrDefault(writer, "?");
                lines.add(
                    row(
                        writer,
                        sourceNode,
                        target,
                        targetNode,
                        layers(edges),
                        heads(edges),
                        Sizes.text(plans.bytes(writer, target)),
                        sourceNode.equals(targetNode) ? "local" : "tcp"));
              });
    }
    return lines;
  }

  private static Map<String, List<Edge>> byWriter(LogicalPlan plan) {
    var edges = new LinkedHashMap<String, List<Edge>>();
    plan.edges()
        .forEach(
            e -> edges.computeIfAbsent(e.sourceParticipantId(), w -> new ArrayList<>()).add(e));
    return edges;
  }

  private static String layers(List<Edge> edges) {
    return LayerSet.of(edges.stream().mapToLong(Edge::globalLayerId).distinct().toArray()).format();
  }

  private static String heads(List<Edge> edges) {
    var heads = new TreeSet<Long>();
    for (Edge e : edges) {
      for (long h = 0; h < e.headCount(); h++) {
        heads.add(e.globalHeadStart() + h);
      }
    }
    return LayerSet.of(heads.stream().mapToLong(Long::longValue).toArray()).format();
  }

  private static String row(Object... cells) {
    return "  %-12s %-7s    %-12s %-7s %-7s %-6s %9s  %s".formatted(cells).stripTrailing();
  }
}
