package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs parts one after the other and says what came of them. */
final class TestRun {
  private static final int MESSAGE_LINES = 15;

  private final SourceTree tree;
  private final Console console;
  private final SkipList mayBeSkipped;
  private final Map<String, String> environment;
  private final Preparer preparer;

  TestRun(
      SourceTree tree, Console console, SkipList mayBeSkipped, Map<String, String> environment) {
    this.tree = tree;
    this.console = console;
    this.mayBeSkipped = mayBeSkipped;
    this.environment = environment;
    this.preparer = new Preparer(tree, console, environment);
  }

  /** Prints as it goes; the line of totals comes last. */
  Totals run(List<PartPlan> parts) throws IOException, InterruptedException {
    var totals = Totals.NONE;
    for (var part : parts) {
      var report = run(part);
      explain(report);
      totals = totals.plus(report.totals());
      if (report.notBuilt()) {
        break;
      }
    }
    console.line(totals.line());
    return totals;
  }

  private PartReport run(PartPlan part) throws IOException, InterruptedException {
    var unprepared = preparer.prepare(part.preparation());
    if (unprepared.isPresent()) {
      console.line(part.label() + " could not run");
      return new PartReport(Preparer.LABEL, List.of(), List.of(unprepared.get()));
    }
    Files.deleteIfExists(tree.log(part.label()));
    var bench = new Suite.Bench(tree, part, console, environment);
    var results = new ArrayList<TestResult>();
    var problems = new ArrayList<Problem>();
    var began = System.nanoTime();
    for (var suite : part.suites()) {
      var left = part.budget().minusNanos(System.nanoTime() - began);
      var report = suite.run(bench, left);
      results.addAll(report.results());
      problems.addAll(report.problems());
    }
    var elapsed = Duration.ofNanos(System.nanoTime() - began);
    console.line(
        "%-12s took %s of its %s"
            .formatted(part.label(), Durations.text(elapsed), Durations.text(part.budget())));
    return PartReport.judged(part.label(), results, problems, mayBeSkipped);
  }

  private void explain(PartReport report) {
    for (var result : report.results()) {
      switch (result) {
        case TestResult.Failed(var id, var message) -> failed("FAILED", id, message);
        case TestResult.Errored(var id, var message) -> failed("ERROR", id, message);
        case TestResult.Passed _, TestResult.Skipped _ -> {}
      }
    }
    for (var problem : report.problems()) {
      console.line("PROBLEM in " + report.part() + ": " + problem.text());
    }
    var totals = report.totals();
    if (!totals.clean()) {
      console.line("  the log of " + report.part() + ": " + tree.shown(tree.log(report.part())));
    }
  }

  private void failed(String verdict, TestId id, String message) {
    console.line(verdict + " " + id);
    message.lines().limit(MESSAGE_LINES).forEach(line -> console.line("    " + line));
  }
}
