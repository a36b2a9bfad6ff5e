package io.kvreshard.bench.plan;

import io.kvreshard.bench.Bound.AtLeast;
import io.kvreshard.bench.Bound.AtMost;
import io.kvreshard.bench.Figure;
import io.kvreshard.bench.Jmh;
import io.kvreshard.bench.Jmh.Parameter;
import io.kvreshard.bench.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The figures of planning, decoding, lowering and binding; about two minutes. */
public final class PlanFigures {
  private static final double EDGES_PER_SECOND = 3e6;
  private static final double MOST_PASSES = 5;
  private static final Jmh LONG = new Jmh(4, 4);
  private static final Jmh SHORT = new Jmh(1, 1);

  private final Consumer<Figure> found;

  private PlanFigures(Consumer<Figure> found) {
    this.found = found;
  }

  /**
   * Measures all.
   *
   * @param found is told each figure as soon as it is known
   * @return the curve of planning time over edges, as SVG
   */
  public static String measure(Consumer<Figure> found) {
    PlanFigures figures = new PlanFigures(found);
    figures.planning();
    figures.decoding();
    figures.lowering();
    figures.binding();
    Curve curve = figures.curve();
    figures.hostile();
    return CurveSvg.draw(curve);
  }

  private void planning() {
    Measurement manyTargets = LONG.run(PlanBenchmark.class, "manyTargets");
    double rate = PlanBenchmark.MANY_TARGETS_EDGES / manyTargets.seconds();
    report(
        new Figure(
            "plan-many-targets",
            "plan TP16·PP4·DP4 → TP8·PP8·DP8, 126 layers, 128 heads: 32,256 edges, 512 plans",
            rate,
            "edges/s",
            new AtLeast(EDGES_PER_SECOND)));
    report(
        new Figure(
            "plan-many-edges",
            "plan TP128 → TP1 × DP32, 126 layers: 1,032,192 edges, 32 plans",
            LONG.run(PlanBenchmark.class, "manyEdges").seconds(),
            "s",
            new AtMost(0.5)));
  }

  private void decoding() {
    Measurement cost = LONG.run(DecodeBenchmark.class, "documents");
    String what = "decode and validate those 32 plans";
    report(new Figure("decode", what, cost.seconds(), "s", new AtMost(1)));
    report(
        new Figure("decode-allocated", what + ": memory", cost.megabytes(), "MB", new AtMost(300)));
  }

  private void lowering() {
    report(
        new Figure(
            "lower",
            "lower 8k tokens × 80 layers, TP4 → TP8, scattered pages of 64: 1,310,720 rows",
            LONG.run(LowerBenchmark.class, "rows").millis(),
            "ms",
            new AtMost(15)));
  }

  private void binding() {
    Measurement cost = LONG.run(BindBenchmark.class, "paged");
    String what = "bind and validate 128k tokens × 126 layers, pages of 16";
    report(new Figure("bind", what, cost.millis(), "ms", new AtMost(20)));
    report(new Figure("bind-allocated", what + ": memory", cost.megabytes(), "MB", new AtMost(10)));
  }

  private Curve curve() {
    List<Curve.Point> points = new ArrayList<>();
    for (int targets : Curve.TARGETS) {
      int edges = targets * CurveBenchmark.EDGES_PER_TARGET;
      var parameter = new Parameter("targets", Integer.toString(targets));
      var point = new Curve.Point(edges, SHORT.run(CurveBenchmark.class, "plan", parameter));
      points.add(point);
      report(
          new Figure(
              "curve-" + edges,
              String.format(Locale.ROOT, "plan TP128 → TP1 × DP%d: %,d edges", targets, edges),
              point.edgesPerSecond(),
              "edges/s",
              new AtLeast(EDGES_PER_SECOND)));
    }
    return new Curve(List.copyOf(points));
  }

  private void hostile() {
    for (HostileText text : HostileText.values()) {
      var parameter = new Parameter("hostile", text.name());
      double read = SHORT.run(HostileBenchmark.class, "read", parameter).nanos();
      double tokenise = SHORT.run(HostileBenchmark.class, "tokenise", parameter).nanos();
      report(
          new Figure(
              "hostile-" + text.name().toLowerCase(Locale.ROOT).replace('_', '-'),
              "time ÷ one pass over the tokens: " + text.what(),
              read / tokenise,
              "x",
              new AtMost(MOST_PASSES)));
    }
  }

  private void report(Figure figure) {
    found.accept(figure);
  }
}
