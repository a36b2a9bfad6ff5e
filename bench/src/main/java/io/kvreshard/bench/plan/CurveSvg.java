package io.kvreshard.bench.plan;

import java.util.Locale;
import java.util.stream.Collectors;

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
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif'"
            + " font-size='12'>",
        WIDTH, HEIGHT);
    plot.add("<rect width='%d' height='%d' fill='#fff'/>", WIDTH, HEIGHT);
    plot.text(
        60, 22, "start", "Planning TP128 → TP1 × DP n, 126 layers × 128 heads: ms over edges");
    plot.grid();
    Curve.Point last = curve.points().getLast();
    double perEdge = last.cost().millis() / last.edges();
    plot.line(
        "stroke='#888' stroke-dasharray='5 5'",
        "%s %s"
            .formatted(
                place(EDGES.least(), EDGES.least() * perEdge),
                place(EDGES.most(), EDGES.most() * perEdge)));
    plot.line(
        "stroke='#1a6fb5' stroke-width='2'",
        curve.points().stream()
            .map(point -> place(point.edges(), point.cost().millis()))
            .collect(Collectors.joining(" ")));
    for (Curve.Point point : curve.points()) {
      plot.mark(point);
    }
    plot.text(WIDTH - 20, HEIGHT - 10, "end", "dashed: every edge costs the same");
    plot.add("</svg>");
    return plot.svg.toString();
  }

  private void grid() {
    EDGES
        .ticks()
        .forEach(
            edges -> {
              double x = EDGES.at(edges);
              line("stroke='#ddd'", "%.1f,%.1f %.1f,%.1f", x, MILLIS.start(), x, MILLIS.end());
              text(x, MILLIS.start() + 18, "middle", number(edges));
            });
    MILLIS
        .ticks()
        .forEach(
            millis -> {
              double y = MILLIS.at(millis);
              line("stroke='#ddd'", "%.1f,%.1f %.1f,%.1f", EDGES.start(), y, EDGES.end(), y);
              text(EDGES.start() - 8, y + 4, "end", number(millis));
            });
  }

  private void mark(Curve.Point point) {
    double x = EDGES.at(point.edges());
    double y = MILLIS.at(point.cost().millis());
    add("<circle cx='%.1f' cy='%.1f' r='4' fill='#1a6fb5'/>", x, y);
    text(x - 8, y - 8, "end", "%.1f ms".formatted(point.cost().millis()));
  }

  private static String place(double edges, double millis) {
    return format("%.1f,%.1f", EDGES.at(edges), MILLIS.at(millis));
  }

  private void line(String style, String points, Object... values) {
    add("<polyline fill='none' %s points='%s'/>", style, format(points, values));
  }

  private void text(double x, double y, String anchor, String text) {
    add("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, text);
  }

  private static String number(double value) {
    return format("%,.0f", value);
  }

  private void add(String element, Object... values) {
    svg.append(format(element, values)).append('\n');
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
