package io.kvreshard.core.job;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** What goes from node to node: one dense stream for each writer and target node (DESIGN §6). */
public final class WireBytes {
  private WireBytes() {}

  /** Bytes of all streams that leave their writer's node. */
  static long of(PlanSet plan, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    return links(plan, sourceNodes, targetNodes, (from, to) -> !from.equals(to)).values().stream()
        .flatMap(byTarget -> byTarget.values().stream())
        .reduce(0L, Math::addExact);
  }

  /**
   * Bytes that each node sends to each node, itself included; replicas on one node share one copy.
   *
   * @param sourceNodes node of each writer
   * @param targetNodes node of each target
   */
  public static SortedMap<String, SortedMap<String, Long>> links(
      PlanSet plan, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    return links(plan, sourceNodes, targetNodes, (_, _) -> true);
  }

  private static SortedMap<String, SortedMap<String, Long>> links(
      PlanSet plan,
      Map<String, String> sourceNodes,
      Map<String, String> targetNodes,
      BiPredicate<String, String> wanted) {
    var links = new TreeMap<String, SortedMap<String, Long>>(CodePoints.ORDER);
    for (var writer : plan.writers()) {
      var from = sourceNodes.getOrDefault(writer, "");
      receivers(plan, writer, targetNodes)
          .forEach(
              (to, targets) -> {
                if (wanted.test(from, to)) {
                  links
                      .computeIfAbsent(from, _ -> new TreeMap<>(CodePoints.ORDER))
                      .merge(to, DenseStream.of(plan, writer, targets).bytes(), Math::addExact);
                }
              });
    }
    return links;
  }

  /** The targets of a writer, by their nodes. */
  private static Map<String, Set<String>> receivers(
      PlanSet plan, String writer, Map<String, String> targetNodes) {
    var receivers = new TreeMap<String, Set<String>>();
    for (var target : plan.targets()) {
      if (plan.bytes(writer, target) > 0) {
        receivers
            .computeIfAbsent(targetNodes.getOrDefault(target, ""), _ -> new TreeSet<>())
            .add(target);
      }
    }
    return receivers;
  }
}
