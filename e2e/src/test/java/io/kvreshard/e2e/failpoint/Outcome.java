package io.kvreshard.e2e.failpoint;

import java.time.Duration;
import java.util.List;

/**
 * What came of a case.
 *
 * @param end of the job, in words
 * @param violations what does not hold; empty: all does
 * @param folder with the logs of all processes, if something does not hold
 */
record Outcome(Case what, String end, Duration took, List<String> violations, String folder) {
  Outcome {
    violations = List.copyOf(violations);
  }

  /** With what came of the job after it. */
  Outcome then(Outcome next) {
    return new Outcome(
        what,
        end,
        took.plus(next.took),
        next.violations.stream().map(it -> "the next job: " + it).toList(),
        folder);
  }

  /** A line of the table. */
  String line() {
    return "%-70s %5.1f s  %s%s"
        .formatted(
            what,
            took.toMillis() / 1000.0,
            end,
            violations.isEmpty()
                ? ""
                : "  VIOLATED: %s; see %s".formatted(String.join("; ", violations), folder));
  }
}
