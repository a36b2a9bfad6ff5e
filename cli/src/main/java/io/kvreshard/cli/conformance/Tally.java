package io.kvreshard.cli.conformance;

import io.kvreshard.core.conformance.Conformance;
import io.kvreshard.core.conformance.Outcome;
import io.kvreshard.core.conformance.Row;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Judges cases, says which fail, and counts. */
final class Tally {
  private final PrintWriter out;
  private final List<String> unreadable = new ArrayList<>();
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

  /** Takes note of a line that is no case. */
  void unreadable(String why) {
    unreadable.add(why);
  }

  /** The lines that are no cases. */
  List<String> unreadable() {
    return unreadable;
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
