package io.kvreshard.cli.test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How a part went. */
record PartReport(String part, List<TestResult> results, List<Problem> problems) {
  PartReport {
    results = List.copyOf(results);
    problems = List.copyOf(problems);
  }

  /** Adds what the results alone do not say: skips that nobody explained, a part without tests. */
  static PartReport judged(
      String part, List<TestResult> results, List<Problem> problems, SkipList mayBeSkipped) {
    var all = new ArrayList<>(problems);
    for (var result : results) {
      if (result instanceof TestResult.Skipped(var id, var reason) && !mayBeSkipped.allows(id)) {
        all.add(new Problem.UnexplainedSkip(id, reason));
      }
    }
    var ran = results.stream().anyMatch(Predicate.not(TestResult.Skipped.class::isInstance));
    if (!ran && problems.isEmpty()) {
      all.add(new Problem.NoTests(part));
    }
    return new PartReport(part, results, all);
  }

  /** Its tests, and an error for each problem. */
  Totals totals() {
    return Totals.of(results).plusErrors(problems.size());
  }

  /** Whether there is nothing that could be tested. */
  boolean notBuilt() {
    return problems.stream().anyMatch(Problem.NotBuilt.class::isInstance);
  }
}
