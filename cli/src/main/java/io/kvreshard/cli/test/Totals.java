package io.kvreshard.cli.test;

import java.util.Collection;

/** Counts of test results. {@code run} includes the other three, as in every JUnit summary. */
record Totals(int run, int failures, int errors, int skipped) {
  static final Totals NONE = new Totals(0, 0, 0, 0);

  static Totals of(Collection<? extends TestResult> results) {
    var totals = NONE;
    for (var result : results) {
      totals = totals.plus(of(result));
    }
    return totals;
  }

  private static Totals of(TestResult result) {
    return switch (result) {
      case TestResult.Passed _ -> new Totals(1, 0, 0, 0);
      case TestResult.Failed _ -> new Totals(1, 1, 0, 0);
      case TestResult.Errored _ -> new Totals(1, 0, 1, 0);
      case TestResult.Skipped _ -> new Totals(1, 0, 0, 1);
    };
  }

  Totals plus(Totals other) {
    return new Totals(
        run + other.run, failures + other.failures, errors + other.errors, skipped + other.skipped);
  }

  /** Something went wrong outside of any test: an error more, so that no green line can hide it. */
  Totals plusErrors(int count) {
    return new Totals(run, failures, errors + count, skipped);
  }

  boolean clean() {
    return failures == 0 && errors == 0;
  }

  /** The line that ends the output, for people and for machines. */
  String line() {
    return "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d"
        .formatted(run, failures, errors, skipped);
  }
}
