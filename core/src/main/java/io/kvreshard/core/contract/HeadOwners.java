package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.U64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Who owns which heads of each layer within one data-parallel rank. The parts of a layer ascend by
 * head interval; those of one interval, its replicas, by ordinal and participant.
 */
final class HeadOwners {
  private static final Comparator<Part> ORDER =
      Comparator.comparing(Part::headStart, U64::compare)
          .thenComparing(Part::headEnd, U64::compare)
          .thenComparing(Part::replicaOrdinal, U64::compare)
          .thenComparing(Part::participantId, CodePoints.ORDER);

  private final long dpRank;
  private final LayerSet layers;
  private final Part[][] byLayer;

  private HeadOwners(long dpRank, LayerSet layers, Part[][] byLayer) {
    this.dpRank = dpRank;
    this.layers = layers;
    this.byLayer = byLayer;
  }

  /** The owners of each data-parallel rank that has parts, ascending by rank. */
  static List<HeadOwners> of(LayerSet layers, List<Part> parts) {
    List<Part> sorted = new ArrayList<>(parts);
    Comparator<Part> byRank = Comparator.comparing(part -> part.rank().dp(), U64::compare);
    sorted.sort(byRank.thenComparing(ORDER));
    List<HeadOwners> owners = new ArrayList<>();
    for (int start = 0; start < sorted.size(); ) {
      long dpRank = sorted.get(start).rank().dp();
      int end = start + 1;
      while (end < sorted.size() && sorted.get(end).rank().dp() == dpRank) {
        end++;
      }
      owners.add(new HeadOwners(dpRank, layers, byLayer(layers, sorted.subList(start, end))));
      start = end;
    }
    return List.copyOf(owners);
  }

  long dpRank() {
    return dpRank;
  }

  LayerSet layers() {
    return layers;
  }

  /**
   * The parts with the layer at this place of {@link #layers}; do not change the array.
   * Neighbouring layers with the same parts have the same array.
   */
  Part[] at(int layerIndex) {
    return byLayer[layerIndex];
  }

  /**
   * Where the first run of replicas begins that ends behind a head. The runs tile the heads, so
   * that both ends ascend.
   */
  static int firstBehind(Part[] owners, long head) {
    int low = 0;
    int high = owners.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (U64.le(owners[middle].headEnd(), head)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The end of the run of replicas of one head interval that starts at this place. */
  static int replicasEnd(Part[] owners, int start) {
    int end = start + 1;
    while (end < owners.length
        && owners[end].headStart() == owners[start].headStart()
        && owners[end].headCount() == owners[start].headCount()) {
      end++;
    }
    return end;
  }

  private static Part[][] byLayer(LayerSet layers, List<Part> ordered) {
    int[] counts = new int[layers.size()];
    ordered.forEach(part -> layers.forEachIndex(part.layers(), layer -> counts[layer]++));
    Part[][] byLayer = new Part[layers.size()][];
    Arrays.setAll(byLayer, layer -> new Part[counts[layer]]);
    int[] filled = new int[layers.size()];
    for (Part part : ordered) {
      layers.forEachIndex(part.layers(), layer -> byLayer[layer][filled[layer]++] = part);
    }
    for (int layer = 1; layer < byLayer.length; layer++) {
      if (same(byLayer[layer - 1], byLayer[layer])) {
        byLayer[layer] = byLayer[layer - 1];
      }
    }
    return byLayer;
  }

  private static boolean same(Part[] a, Part[] b) {
    boolean same = a.length == b.length;
    for (int i = 0; same && i < a.length; i++) {
      same = a[i].participantId().equals(b[i].participantId());
    }
    return same;
  }
}
