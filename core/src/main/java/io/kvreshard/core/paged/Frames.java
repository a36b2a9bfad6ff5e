package io.kvreshard.core.paged;

import io.kvreshard.core.paged.Box.Axis;
import io.kvreshard.core.paged.Box.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Memory cut into frames of one stride such that no repetition of any box crosses a border. Two
 * boxes can then only overlap if they overlap inside a frame and share one: a question about one
 * page instead of thousands.
 */
final class Frames {
  /** More different sets of frames than this are not told apart. */
  private static final int MOST_SETS = 64;

  /**
   * A box inside the frames found so far.
   *
   * @param skipped axes that the frames stand for
   * @param start of the box without those axes, in its frame
   */
  record Node(Box box, int skipped, long start) {
    static Node of(Box box) {
      return new Node(box, 0, box.start());
    }

    long end() {
      return start + box.span(skipped);
    }

    long stride() {
      return skipped < box.axes().size() ? box.axes().get(skipped).stride() : 0;
    }
  }

  private final long stride;
  private final long border;

  private Frames(long stride, long border) {
    this.stride = stride;
    this.border = border;
  }

  /**
   * Boxes that may share frames, as boxes inside a frame, group by group. Empty if these boxes have
   * no common frames.
   */
  static Optional<List<List<Node>>> split(List<Node> nodes) {
    long stride = nodes.stream().mapToLong(Node::stride).max().orElseThrow();
    if (stride == 0) {
      return Optional.empty();
    }
    List<Node> inner = nodes.stream().map(node -> inside(node, stride)).toList();
    long border = border(inner, stride);
    return border < 0
        ? Optional.empty()
        : Optional.of(new Frames(stride, border).groups(nodes, inner));
  }

  /** The box with its axis of this stride at its lowest index. */
  private static Node inside(Node node, long stride) {
    return node.stride() == stride ? new Node(node.box(), node.skipped() + 1, node.start()) : node;
  }

  /** A place in {@code [0, stride)} that no box covers, or −1. */
  private static long border(List<Node> inner, long stride) {
    List<Node> sorted =
        inner.stream().sorted(Comparator.comparingLong(node -> node.start() % stride)).toList();
    long covered = 0;
    for (Node node : sorted) {
      covered = Math.max(covered, node.start() % stride + node.end() - node.start() - stride);
    }
    for (Node node : sorted) {
      long start = node.start() % stride;
      if (start >= covered) {
        return start;
      }
      covered = Math.max(covered, start + node.end() - node.start());
    }
    return -1;
  }

  private List<List<Node>> groups(List<Node> nodes, List<Node> inner) {
    Map<IndexSet, List<Node>> bySet = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = inner.get(i);
      long start = Math.floorMod(node.start() - border, stride);
      bySet
          .computeIfAbsent(framesOf(nodes.get(i)), _ -> new ArrayList<>())
          .add(new Node(node.box(), node.skipped(), start));
    }
    return bySet.size() > MOST_SETS
        ? List.of(bySet.values().stream().flatMap(List::stream).toList())
        : joined(bySet);
  }

  private IndexSet framesOf(Node node) {
    long frame = Math.floorDiv(node.start() - border, stride);
    if (node.stride() != stride) {
      return IndexSet.range(frame, frame);
    }
    Axis axis = node.box().axes().get(node.skipped());
    return axis.kind() == Kind.PAGE
        ? IndexSet.pages(node.box().footprint().slots(), frame - axis.low())
        : IndexSet.range(frame, frame + axis.high() - axis.low());
  }

  /** Sets that share a frame, directly or through others, in one group. */
  private static List<List<Node>> joined(Map<IndexSet, List<Node>> bySet) {
    List<List<Node>> groups = new ArrayList<>();
    List<IndexSet> left = new ArrayList<>(bySet.keySet());
    while (!left.isEmpty()) {
      List<IndexSet> group = new ArrayList<>(List.of(left.removeLast()));
      for (int i = 0; i < group.size(); i++) {
        IndexSet member = group.get(i);
        List<IndexSet> met = left.stream().filter(member::meets).toList();
        group.addAll(met);
        left.removeAll(met);
      }
      groups.add(
          group.stream().flatMap(set -> bySet.getOrDefault(set, List.of()).stream()).toList());
    }
    return groups;
  }
}
