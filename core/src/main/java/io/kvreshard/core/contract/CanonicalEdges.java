package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.U64;
import java.util.ArrayList;
import java.util.List;

/**
 * The one right list of edges into a target part: layers ascending, the source's head intervals
 * ascending, key before value (CONTRACT §5).
 */
final class CanonicalEdges {
  private final HeadOwners source;
  private final Descriptor descriptor;
  private final Part target;
  private final ReplicaSelector selector;

  private CanonicalEdges(
      HeadOwners source, Descriptor descriptor, Part target, ReplicaSelector selector) {
    this.source = source;
    this.descriptor = descriptor;
    this.target = target;
    this.selector = selector;
  }

  /** The edges, none if the target has no layers. Source and target have the same descriptor. */
  static PlanEdges of(
      HeadOwners source,
      Descriptor descriptor,
      Part target,
      ReplicaSelector selector,
      Limits limits) {
    CanonicalEdges canonical = new CanonicalEdges(source, descriptor, target, selector);
    LayerSet layers = target.layers();
    List<LayerRun> runs = new ArrayList<>();
    long edges = 0;
    for (int first = 0; first < layers.size(); ) {
      Part[] owners = canonical.owners(first);
      int end = canonical.endOfRun(first, owners);
      LayerRun run = new LayerRun(first, end, canonical.edgesOf(first, owners));
      edges += (long) run.layers() * run.pattern().size();
      limits.checkEdges("/edges", edges);
      runs.add(run);
      first = end;
    }
    return new PlanEdges(layers, List.copyOf(runs));
  }

  private Part[] owners(int layer) {
    return source.at(layerIndex(layer));
  }

  private int layerIndex(int layer) {
    return source.layers().indexOf(target.layers().get(layer));
  }

  /** Behind the layers that get the same edges as the first. */
  private int endOfRun(int first, Part[] owners) {
    int end = first + 1;
    return switch (selector) {
      case OrdinalSelector _ -> {
        while (end < target.layers().size() && owners(end) == owners) {
          end++;
        }
        yield end;
      }
      case BalancedSelector _ -> end;
    };
  }

  private List<Edge> edgesOf(int layer, Part[] owners) {
    int layerIndex = layerIndex(layer);
    List<Edge> edges = new ArrayList<>();
    int start = HeadOwners.firstBehind(owners, target.headStart());
    while (start < owners.length && U64.lt(owners[start].headStart(), target.headEnd())) {
      int end = HeadOwners.replicasEnd(owners, start);
      int replica = selector.select(layerIndex, owners[start], end - start);
      for (Component component : descriptor.components()) {
        edges.add(edge(owners[start + replica], component, target.layers().get(layer)));
      }
      start = end;
    }
    return List.copyOf(edges);
  }

  private Edge edge(Part selected, Component component, long layer) {
    long start = U64.max(selected.headStart(), target.headStart());
    long end = U64.min(selected.headEnd(), target.headEnd());
    return new Edge(
        selected.participantId(),
        target.participantId(),
        component,
        layer,
        start,
        end - start,
        start - selected.headStart(),
        start - target.headStart(),
        descriptor.headDim(component),
        descriptor.itemsize());
  }
}
