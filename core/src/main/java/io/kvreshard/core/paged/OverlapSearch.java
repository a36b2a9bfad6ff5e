package io.kvreshard.core.paged;

import io.kvreshard.core.paged.Frames.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds a byte that two footprints use, without looking at every row: boxes whose extents are apart
 * cannot overlap; those that interleave at a common stride are compared inside one frame of it
 * ({@link Frames}); only what is left is expanded ({@link RowSweep}). Every step is a sort.
 */
final class OverlapSearch {
  /** Pages, slots and heads, and as many again for boxes whose axes differ. */
  private static final int DEEPEST = 6;

  private final Predicate<List<Node>> mayOverlap;
  private final RowSweep sweep = new RowSweep();

  private OverlapSearch(Predicate<List<Node>> mayOverlap) {
    this.mayOverlap = mayOverlap;
  }

  /** Among the boxes of one binding, also of a box with itself. */
  static Optional<Overlap> within(List<Box> boxes) {
    OverlapSearch search = new OverlapSearch(nodes -> nodes.size() > 1);
    for (Box box : boxes) {
      if (!box.nested()) {
        Optional<Overlap> found = search.sweep.find(List.of(box));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return search.inEveryRegion(boxes);
  }

  /** Among boxes of different owners; those of one owner are known to be apart. */
  static Optional<Overlap> acrossOwners(List<Box> boxes) {
    return new OverlapSearch(
            nodes -> nodes.stream().mapToInt(node -> node.box().owner()).distinct().count() > 1)
        .inEveryRegion(boxes);
  }

  private Optional<Overlap> inEveryRegion(List<Box> boxes) {
    Map<String, List<Node>> byRegion =
        boxes.stream()
            .map(Node::of)
            .collect(Collectors.groupingBy(node -> node.box().footprint().tensor().region()));
    return firstOf(byRegion.values(), 0);
  }

  private Optional<Overlap> firstOf(Iterable<List<Node>> groups, int depth) {
    for (List<Node> group : groups) {
      Optional<Overlap> found = find(group, depth);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Cuts nodes where no extent reaches across, and looks at each heap of them. */
  private Optional<Overlap> find(List<Node> nodes, int depth) {
    if (!mayOverlap.test(nodes)) {
      return Optional.empty();
    }
    List<Node> sorted = nodes.stream().sorted(Comparator.comparingLong(Node::start)).toList();
    List<Node> heap = new ArrayList<>();
    long end = 0;
    for (Node node : sorted) {
      if (node.start() >= end) {
        Optional<Overlap> found = resolve(heap, depth);
        if (found.isPresent()) {
          return found;
        }
        heap.clear();
      }
      heap.add(node);
      end = Math.max(end, node.end());
    }
    return resolve(heap, depth);
  }

  private Optional<Overlap> resolve(List<Node> heap, int depth) {
    if (!mayOverlap.test(heap)) {
      return Optional.empty();
    }
    Optional<List<List<Node>>> frames = depth < DEEPEST ? Frames.split(heap) : Optional.empty();
    return frames.isPresent()
        ? firstOf(frames.get(), depth + 1)
        : sweep.find(heap.stream().map(Node::box).toList());
  }
}
