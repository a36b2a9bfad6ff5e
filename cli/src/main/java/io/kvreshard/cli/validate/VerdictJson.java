package io.kvreshard.cli.validate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.output.JsonOutput;
import java.util.List;

/** Verdicts for machines: {@code {"documents": […], "valid": 3, "invalid": 1}}. */
final class VerdictJson {
  private VerdictJson() {}

  static String text(List<Verdict> verdicts) {
    var root = JsonOutput.object();
    var documents = root.putArray("documents");
    for (var verdict : verdicts) {
      var document = documents.addObject();
      document.put("file", verdict.place().file());
      document.put("line", verdict.place().line());
      document.put("document", verdict.place().title());
      switch (verdict) {
        case Verdict.Valid(_, var facts, var notes) -> {
          document.put("verdict", "valid");
          var written = document.putObject("facts");
          facts.forEach(written::put);
          notes.forEach(document.putArray("notes")::add);
        }
        case Verdict.Invalid(_, var problems) -> {
          document.put("verdict", "invalid");
          var array = document.putArray("problems");
          problems.forEach(problem -> write(problem, array.addObject()));
        }
        case Verdict.Foreign _ -> document.put("verdict", "foreign");
      }
    }
    root.put("valid", verdicts.stream().filter(Verdict.Valid.class::isInstance).count());
    root.put("invalid", verdicts.stream().filter(Verdict.Invalid.class::isInstance).count());
    return JsonOutput.text(root);
  }

  private static void write(Verdict.Problem problem, ObjectNode into) {
    into.put("line", problem.line());
    into.put("pointer", problem.rejection().pointer());
    into.put("category", problem.rejection().category().wire());
    into.put("message", problem.rejection().message());
  }
}
