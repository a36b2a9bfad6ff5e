package io.kvreshard.cli.test;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** What a person sees while it runs: a line for everything that took time. */
final class Console {
  private final PrintWriter out;

  Console(PrintWriter out) {
    this.out = out;
  }

  /** A step has ended. {@code note} may be empty. */
  synchronized void step(String part, String step, String note, Duration elapsed) {
    line(
        String.format(
                Locale.ROOT, "%-12s %-22s %12s %9s", part, step, note, Durations.text(elapsed))
            .stripTrailing());
  }

  synchronized void line(String text) {
    out.println(text);
    out.flush();
  }

  static String tests(int count) {
    return switch (count) {
      case 0 -> "";
      case 1 -> "1 test";
      default -> count + " tests";
    };
  }
}
