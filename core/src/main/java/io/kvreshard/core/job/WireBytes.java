package io.kvreshard.core.job;

import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What crosses between nodes: one dense stream for each writer and target node (DESIGN §6). */
final class WireBytes {
  private WireBytes() {}

  /** Bytes of all streams that leave their writer's node. */
  static long of(PlanSet plan, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    long wire = 0;
    for (var writer : plan.writers()) {
      var receivers = new TreeMap<String, Set<String>>();
      for (var target : plan.targets()) {
        if (plan.bytes(writer, target) > 0) {
          receivers
              .computeIfAbsent(targetNodes.getOrDefault(target, ""), _ -> new TreeSet<>())
              .add(target);
        }
      }
      receivers.remove(sourceNodes.getOrDefault(writer, ""));
      for (var targets : receivers.values()) {
        wire = Math.addExact(wire, DenseStream.of(plan, writer, targets).bytes());
      }
    }
    return wire;
  }
}
