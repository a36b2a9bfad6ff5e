package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Consumers.Consumer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@link ReplicaChoice.Balanced}: sweeps the consumers' heads of a layer along the source's
 * intervals and counts the nodes that are there.
 */
final class BalancedSelector implements ReplicaSelector {
  /** What a consumer holds, and the place of its node among all nodes, ascending by index. */
  private record Holder(Part part, int node) {}

  private static final Comparator<Holder> BY_START =
      Comparator.comparing(holder -> holder.part().headStart(), U64::compare);
  private static final Comparator<Holder> BY_END =
      Comparator.comparing(holder -> holder.part().headEnd(), U64::compare);

  private final LayerSet layers;
  private final List<Holder> byStart;
  private final List<Holder> byEnd;
  private final int ownNode;

  /**
   * Consumers of each node that reach into the interval; {@code nodes} and {@code before} sum up.
   */
  private final int[] present;

  private int nodes;
  private int nodesBeforeOwn;
  private int layerIndex = -1;
  private int entered;
  private int left;

  private BalancedSelector(LayerSet layers, List<Holder> holders, int nodes, int ownNode) {
    this.layers = layers;
    this.byStart = holders.stream().sorted(BY_START).toList();
    this.byEnd = holders.stream().sorted(BY_END).toList();
    this.present = new int[nodes];
    this.ownNode = ownNode;
  }

  static BalancedSelector of(Consumers consumers, Placement target, String participantId) {
    Map<Long, Integer> places = new HashMap<>();
    consumers.nodes().forEach(node -> places.put(node, places.size()));
    List<Holder> holders = new ArrayList<>(consumers.all().size());
    int own = -1;
    for (Consumer consumer : consumers.all()) {
      int node = places.getOrDefault(consumer.nodeIndex(), -1);
      holders.add(new Holder(partOf(consumer, target), node));
      if (consumer.participantId().equals(participantId)) {
        own = node;
      }
    }
    if (own < 0) {
      throw Check.reject(
          RejectionCategory.UNKNOWN_REF,
          "/consumer_nodes",
          "the plan's own target %s is not among its consumers"
              .formatted(Quoted.of(participantId)));
    }
    return new BalancedSelector(target.descriptor().layers(), holders, places.size(), own);
  }

  @Override
  public int select(int layer, Part interval, int replicas) {
    if (layer != layerIndex) {
      layerIndex = layer;
      entered = 0;
      left = 0;
      nodes = 0;
      nodesBeforeOwn = 0;
      Arrays.fill(present, 0);
    }
    long id = layers.get(layer);
    for (; entered < byStart.size(); entered++) {
      Holder holder = byStart.get(entered);
      if (!U64.lt(holder.part().headStart(), interval.headEnd())) {
        break;
      }
      if (holder.part().layers().contains(id) && present[holder.node()]++ == 0) {
        count(holder.node(), 1);
      }
    }
    for (; left < byEnd.size(); left++) {
      Holder holder = byEnd.get(left);
      if (!U64.le(holder.part().headEnd(), interval.headStart())) {
        break;
      }
      if (holder.part().layers().contains(id) && --present[holder.node()] == 0) {
        count(holder.node(), -1);
      }
    }
    return (int) (((long) layer * nodes + nodesBeforeOwn) % replicas);
  }

  private void count(int node, int change) {
    nodes += change;
    nodesBeforeOwn += node < ownNode ? change : 0;
  }

  private static Part partOf(Consumer consumer, Placement target) {
    Part part =
        target
            .part(consumer.participantId())
            .orElseThrow(
                () ->
                    Check.reject(
                        RejectionCategory.UNKNOWN_REF,
                        "/consumer_nodes",
                        "participant %s is not in the target placement"
                            .formatted(Quoted.of(consumer.participantId()))));
    if (part.layers().isEmpty()) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "/consumer_nodes",
          "participant %s has no layers: it reads nothing and is no consumer"
              .formatted(Quoted.of(consumer.participantId())));
    }
    return part;
  }
}
