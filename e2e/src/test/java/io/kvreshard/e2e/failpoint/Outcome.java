package io.kvreshard.e2e.failpoint;

import java.time.Duration;
import java.util.List;

/**
 * What came of a case.
 *
 * @param end of the job, in words
 * @param met whether the fault happened: the job may have taken another way that day
 * @param violations what does not hold; empty: all does
 * @param folder with the logs of all processes, if something does not hold
 */
record Outcome(
    Case what, String end, boolean met, Duration took, List<String> violations, String folder) {
  Outcome {
    violations = List.copyOf(violations);
  }

  /** With what came of the job after it. */
  Outcome then(Outcome next) {
    return new Outcome(
        what,
        end,
        met,
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
            met ? end : end + "; nobody came by",
            violations.isEmpty()
                ? ""
                : "  VIOLATED: %s; see %s".formatted(String.join("; ", violations), folder));
  }
}
