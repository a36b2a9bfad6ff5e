package io.kvreshard.cli.conformance;

import io.kvreshard.core.conformance.Conformance;
import io.kvreshard.core.conformance.Outcome;
import io.kvreshard.core.conformance.Row;
import java.io.PrintWriter;

/** Judges cases, says which fail, and counts. */
final class Tally {
  private final PrintWriter out;
  private int passed;
  private int failed;
  private int skipped;

  Tally(PrintWriter out) {
    this.out = out;
  }

  void judge(String file, Row row) {
    switch (Conformance.judge(row)) {
      case Outcome.Passed _ -> passed++;
      case Outcome.Skipped _ -> skipped++;
      case Outcome.Failed failure -> {
        failed++;
        out.printf(
            "%s %s: expected %s, got %s%n", file, row.id(), failure.expected(), failure.got());
      }
    }
  }

  /** A line that is no case counts as one that fails. */
  void unreadable(String place, String why) {
    failed++;
    out.printf("%s: expected a case, got a line that is none: %s%n", place, why);
  }

  boolean isEmpty() {
    return passed + failed + skipped == 0;
  }

  boolean hasFailures() {
    return failed > 0;
  }

  String summary() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
  }
}
