package io.kvreshard.cli.validate;

import io.kvreshard.cli.output.Printable;
import java.util.ArrayList;
import java.util.List;

/** Verdicts for people. */
final class VerdictText {
  private VerdictText() {}

  /** A line for each document and for each thing that is to be said about it, and the sum. */
  static List<String> lines(List<Verdict> verdicts) {
    var lines = new ArrayList<String>();
    for (var verdict : verdicts) {
      switch (verdict) {
        case Verdict.Valid(var place, var facts, var notes) -> {
          lines.add(head(place) + "ok");
          facts.forEach(
              (name, value) -> lines.add("    %s: %s".formatted(name, Printable.of(value))));
          notes.forEach(note -> lines.add("    note: " + Printable.of(note)));
        }
        case Verdict.Invalid(var place, var problems) -> {
          lines.add(head(place) + "INVALID");
          problems.forEach(problem -> lines.add("    " + text(problem)));
        }
        case Verdict.Foreign _ -> {}
      }
    }
    lines.add(sum(verdicts));
    return List.copyOf(lines);
  }

  private static String head(Place place) {
    return "%s:%d: %s: "
        .formatted(Printable.of(place.file()), place.line(), Printable.of(place.title()));
  }

  private static String text(Verdict.Problem problem) {
    var rejection = problem.rejection();
    return "line %d%s [%s]: %s"
        .formatted(
            problem.line(),
            rejection.pointer().isEmpty() ? "" : ", " + Printable.of(rejection.pointer()),
            rejection.category().wire(),
            Printable.of(rejection.message()));
  }

  private static String sum(List<Verdict> verdicts) {
    long valid = count(verdicts, Verdict.Valid.class);
    long invalid = count(verdicts, Verdict.Invalid.class);
    long foreign = count(verdicts, Verdict.Foreign.class);
    return "%d ok, %d invalid%s"
        .formatted(
            valid,
            invalid,
            foreign == 0 ? "" : ", %d of other kinds not looked at".formatted(foreign));
  }

  private static long count(List<Verdict> verdicts, Class<? extends Verdict> kind) {
    return verdicts.stream().filter(kind::isInstance).count();
  }
}
