package io.kvreshard.bench.plan;

import io.kvreshard.bench.Measurement;
import java.util.List;

/** Planning time over the number of edges, ascending. */
record Curve(List<Point> points) {
  /** Targets of the points. */
  static final List<Integer> TARGETS = List.of(1, 2, 4, 8, 16, 32);

  /** One size. */
  record Point(int edges, Measurement cost) {
    double edgesPerSecond() {
      return edges / cost.seconds();
    }
  }
}
