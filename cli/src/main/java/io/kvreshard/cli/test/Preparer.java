package io.kvreshard.cli.test;

import io.kvreshard.cli.test.BoundedProcess.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prepares the machine, once for each step, within one budget for all steps. A cold machine takes
 * many minutes, a prepared one seconds.
 */
final class Preparer {
  static final String LABEL = "prepare";
  private static final Duration BUDGET = Duration.ofMinutes(22);
  private static final int LAST_LINES = 20;

  private final SourceTree tree;
  private final Console console;
  private final Map<String, String> environment;
  private final List<Preparation.Step> done = new ArrayList<>();
  private Duration left = BUDGET;

  Preparer(SourceTree tree, Console console, Map<String, String> environment) {
    this.tree = tree;
    this.console = console;
    this.environment = environment;
  }

  /** Does what is not done yet; the result is why it did not succeed, or nothing. */
  Optional<Problem> prepare(List<Preparation.Step> steps) throws IOException, InterruptedException {
    for (var step : steps) {
      if (!done.contains(step)) {
        var problem = run(step);
        if (problem.isPresent()) {
          return problem;
        }
        done.add(step);
      }
    }
    return Optional.empty();
  }

  private Optional<Problem> run(Preparation.Step step) throws IOException, InterruptedException {
    var began = System.nanoTime();
    var log = tree.log(LABEL);
    var exit =
        new BoundedProcess(tree.root(), step.command(), environment, log)
            .run(left, line -> console.line("  " + line));
    var elapsed = Duration.ofNanos(System.nanoTime() - began);
    left = left.minus(elapsed);
    console.step(LABEL, step.name(), "", elapsed);
    return switch (exit) {
      case Exit.Ended(var status) when status == 0 -> Optional.empty();
      case Exit.Ended _ -> {
        var lines = Files.readAllLines(log);
        yield Optional.of(
            new Problem.Broken(
                step.name(), lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
      }
      case Exit.Stopped _ ->
          Optional.of(new Problem.OverBudget("preparing " + step.name(), BUDGET));
    };
  }
}
