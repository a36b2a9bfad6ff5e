package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.U64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The one right list of edges into a target part: layers ascending, the source's head intervals
 * ascending, key before value (CONTRACT §5). A target replica takes the source replica with its own
 * ordinal, modulo their number.
 */
final class CanonicalEdges {
  private final HeadOwners source;
  private final Descriptor descriptor;
  private final Part target;
  private final Limits limits;
  private final List<Edge> edges = new ArrayList<>();

  private CanonicalEdges(HeadOwners source, Descriptor descriptor, Part target, Limits limits) {
    this.source = source;
    this.descriptor = descriptor;
    this.target = target;
    this.limits = limits;
  }

  /** The edges, none if the target has no layers. Source and target have the same descriptor. */
  static List<Edge> of(HeadOwners source, Descriptor descriptor, Part target, Limits limits) {
    CanonicalEdges canonical = new CanonicalEdges(source, descriptor, target, limits);
    for (long layer : target.layers().ids()) {
      canonical.addLayer(layer);
    }
    return Collections.unmodifiableList(canonical.edges);
  }

  private void addLayer(long layer) {
    Part[] owners = source.at(source.layers().indexOf(layer));
    for (int start = 0; start < owners.length; ) {
      int end = HeadOwners.replicasEnd(owners, start);
      long from = U64.max(owners[start].headStart(), target.headStart());
      long to = U64.min(owners[start].headEnd(), target.headEnd());
      if (U64.lt(from, to)) {
        int replica = (int) Long.remainderUnsigned(target.replicaOrdinal(), end - start);
        add(owners[start + replica], layer, from, to - from);
      }
      start = end;
    }
  }

  private void add(Part selected, long layer, long headStart, long headCount) {
    limits.checkEdges("/edges", edges.size() + 2);
    edges.add(edge(selected, Component.KEY, layer, headStart, headCount));
    edges.add(edge(selected, Component.VALUE, layer, headStart, headCount));
  }

  private Edge edge(Part selected, Component component, long layer, long start, long count) {
    return new Edge(
        selected.participantId(),
        target.participantId(),
        component,
        layer,
        start,
        count,
        start - selected.headStart(),
        start - target.headStart(),
        descriptor.headDim(component),
        descriptor.itemsize());
  }
}
