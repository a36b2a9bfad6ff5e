package io.kvreshard.cli.bench;

import io.kvreshard.bench.Bound;
import io.kvreshard.bench.Figure;
import io.kvreshard.cli.output.JsonOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Figures as people and machines read them. */
final class FigureText {
  private static final String ROW = "%12s  %-8s  %-13s  %-4s  %s";

  static final String HEADER = String.format(ROW, "VALUE", "UNIT", "BOUND", "", "WHAT");

  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private FigureText() {}

  static String row(Figure figure) {
    String bound =
        switch (figure.bound()) {
          case Bound.AtLeast(double limit) -> "≥ " + number(limit);
          case Bound.AtMost(double limit) -> "≤ " + number(limit);
          case Bound.None() -> "";
        };
    return String.format(
        ROW, number(figure.value()), figure.unit(), bound, verdict(figure), figure.what());
  }

  private static String verdict(Figure figure) {
    return switch (figure.bound()) {
      case Bound.AtLeast _, Bound.AtMost _ -> figure.ok() ? "ok" : "MISS";
      case Bound.None() -> "";
    };
  }

  /**
   * One line: {@code {"figure", "value", "unit", "atLeast" or "atMost", "ok"}}; a figure that
   * explains others has no bound.
   */
  static String json(Figure figure) {
    var json =
        JsonOutput.object()
            .put("figure", figure.name())
            .put("value", rounded(figure.value()))
            .put("unit", figure.unit());
    switch (figure.bound()) {
      case Bound.AtLeast(double limit) -> json.put("atLeast", rounded(limit));
      case Bound.AtMost(double limit) -> json.put("atMost", rounded(limit));
      case Bound.None() -> {}
    }
    return json.put("ok", figure.ok()).toString();
  }

  private static String number(double value) {
    BigDecimal rounded = rounded(value);
    return String.format(Locale.ROOT, "%,." + rounded.scale() + "f", rounded);
  }

  /** Four digits that count; more would be noise. */
  private static BigDecimal rounded(double value) {
    BigDecimal rounded = new BigDecimal(value, DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
