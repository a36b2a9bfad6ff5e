package io.kvreshard.bench.plan;

import java.util.Locale;

/** Draws planning time over edges, with a line on which every edge costs the same. */
final class CurveSvg {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final LogAxis EDGES = new LogAxis(20_000, 2_000_000, 60, WIDTH - 20);
  private static final LogAxis MILLIS = new LogAxis(2, 600, HEIGHT - 50, 40);

  private final StringBuilder svg = new StringBuilder();

  private CurveSvg() {}

  static String draw(Curve curve) {
    CurveSvg plot = new CurveSvg();
    plot.add(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>"
            .formatted(WIDTH, HEIGHT));
    plot.add("<rect width='%d' height='%d' fill='#fff'/>".formatted(WIDTH, HEIGHT));
    plot.text(
        60, 22, "start", "Planning TP128 → TP1 × DP n, 126 layers × 128 heads: ms over edges");
    plot.grid();
    plot.sameCost(curve.points().getLast());
    plot.line(
        "stroke='#1a6fb5' stroke-width='2'",
        curve.points().stream()
            .map(point -> place(point.edges(), point.cost().millis()))
            .toArray(String[]::new));
    curve.points().forEach(plot::mark);
    plot.text(WIDTH - 20, HEIGHT - 10, "end", "dashed: every edge costs the same");
    plot.add("</svg>");
    return plot.svg.toString();
  }

  private void grid() {
    EDGES
        .ticks()
        .forEach(
            edges -> {
              line("stroke='#ddd'", place(edges, MILLIS.least()), place(edges, MILLIS.most()));
              text(EDGES.at(edges), MILLIS.start() + 18, "middle", number(edges));
            });
    MILLIS
        .ticks()
        .forEach(
            millis -> {
              line("stroke='#ddd'", place(EDGES.least(), millis), place(EDGES.most(), millis));
              text(EDGES.start() - 8, MILLIS.at(millis) + 4, "end", number(millis));
            });
  }

  private void sameCost(Curve.Point point) {
    double perEdge = point.cost().millis() / point.edges();
    line(
        "stroke='#888' stroke-dasharray='5 5'",
        place(EDGES.least(), EDGES.least() * perEdge),
        place(EDGES.most(), EDGES.most() * perEdge));
  }

  private void mark(Curve.Point point) {
    long x = EDGES.at(point.edges());
    long y = MILLIS.at(point.cost().millis());
    add("<circle cx='%d' cy='%d' r='4' fill='#1a6fb5'/>".formatted(x, y));
    text(x - 8, y - 8, "end", String.format(Locale.ROOT, "%.1f ms", point.cost().millis()));
  }

  private void line(String style, String... places) {
    add("<polyline fill='none' %s points='%s'/>".formatted(style, String.join(" ", places)));
  }

  private void text(long x, long y, String anchor, String text) {
    add("<text x='%d' y='%d' text-anchor='%s'>%s</text>".formatted(x, y, anchor, text));
  }

  private void add(String element) {
    svg.append(element).append('\n');
  }

  private static String place(double edges, double millis) {
    return EDGES.at(edges) + "," + MILLIS.at(millis);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
