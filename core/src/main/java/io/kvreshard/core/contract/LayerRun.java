package io.kvreshard.core.contract;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Neighbouring layers of a target part whose edges differ in nothing but the layer: one pipeline
 * stage meets another.
 *
 * @param firstLayer place of the first layer among the target's
 * @param endLayer place behind the last
 * @param pattern the first layer's edges, not empty
 */
record LayerRun(int firstLayer, int endLayer, List<Edge> pattern) {

  int layers() {
    return endLayer - firstLayer;
  }

  /** Edges of all layers. */
  int edges() {
    return layers() * pattern.size();
  }

  /** UTF-16 units of the participant ids in the edges of all layers. */
  long nameChars() {
    return layers() * pattern.stream().mapToLong(Edge::nameChars).sum();
  }

  /** The same run with the edges of one writer only; none if it has none of them. */
  Stream<LayerRun> of(String writerId) {
    Predicate<Edge> own = edge -> edge.sourceParticipantId().equals(writerId);
    if (pattern.stream().allMatch(own)) {
      return Stream.of(this);
    }
    List<Edge> kept = pattern.stream().filter(own).toList();
    return kept.isEmpty() ? Stream.empty() : Stream.of(new LayerRun(firstLayer, endLayer, kept));
  }
}
