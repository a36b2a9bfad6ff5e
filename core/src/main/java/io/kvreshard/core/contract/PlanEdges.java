package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The edges of a plan in the contract's order, as the runs of layers that they consist of: a plan
 * of a million edges is a few hundred objects. Immutable; its elements are made when asked for.
 */
final class PlanEdges extends AbstractList<Edge> implements RandomAccess {
  private final LayerSet layers;
  private final List<LayerRun> runs;

  /** Index of each run's first edge; the last element is their number. */
  private final int[] starts;

  /**
   * Edges of these layers.
   *
   * @param layers of the target part
   * @param runs ascending and apart
   */
  PlanEdges(LayerSet layers, List<LayerRun> runs) {
    this.layers = layers;
    this.runs = runs;
    this.starts = new int[runs.size() + 1];
    for (int i = 0; i < runs.size(); i++) {
      starts[i + 1] = Math.addExact(starts[i], runs.get(i).edges());
    }
  }

  @Override
  public int size() {
    return starts[runs.size()];
  }

  @Override
  public Edge get(int index) {
    int run = runOf(index);
    List<Edge> pattern = runs.get(run).pattern();
    int inRun = index - starts[run];
    int layer = runs.get(run).firstLayer() + inRun / pattern.size();
    return pattern.get(inRun % pattern.size()).ofLayer(layers.get(layer));
  }

  /** Writes the edges one after the other. */
  void write(CanonicalJson json) {
    write(json, () -> true);
  }

  /** Writes layer by layer as long as somebody wants more; true if that was all. */
  boolean write(CanonicalJson json, BooleanSupplier more) {
    for (LayerRun run : runs) {
      EdgeText text = new EdgeText(run);
      for (int layer = run.firstLayer(); layer < run.endLayer(); layer++) {
        text.write(json, layers.get(layer));
        if (!more.getAsBoolean()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Less than the text of the edges has. */
  long leastBytes() {
    return runs.stream().mapToLong(run -> run.layers() * EdgeText.leastBytes(run.pattern())).sum();
  }

  /** UTF-16 units of the participant ids in all edges. */
  long nameChars() {
    return runs.stream().mapToLong(LayerRun::nameChars).sum();
  }

  /** The edges of one writer, in the same order. */
  PlanEdges of(String writerId) {
    return new PlanEdges(layers, runs.stream().flatMap(run -> run.of(writerId)).toList());
  }

  /**
   * Bytes of one token that each writer sends.
   *
   * @throws ArithmeticException if they exceed 2^64−1
   */
  Map<String, Long> tokenBytes() {
    Map<String, Long> bytes = new HashMap<>();
    for (LayerRun run : runs) {
      for (Edge edge : run.pattern()) {
        bytes.merge(
            edge.sourceParticipantId(),
            U64.multiplyExact(edge.tokenBytes(), run.layers()),
            U64::addExact);
      }
    }
    return bytes;
  }

  /** The distinct writers, ascending. */
  List<String> writers() {
    return writersOf(runs.stream().flatMap(run -> run.pattern().stream()));
  }

  /** The distinct writers of any edges, ascending. */
  static List<String> writersOf(Stream<Edge> edges) {
    return edges.map(Edge::sourceParticipantId).distinct().sorted(CodePoints.ORDER).toList();
  }

  private int runOf(int index) {
    Objects.checkIndex(index, size());
    int low = 0;
    int high = runs.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
