package io.kvreshard.cli.test;

import io.kvreshard.cli.test.BoundedProcess.Exit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Something that one run of the build holds, without tests.
 *
 * @param name what it is and how to repair it, for messages
 * @param arguments of Maven: goals and properties
 */
record MavenCheck(String name, List<String> arguments) implements Suite {
  @Override
  public Report run(Bench bench, Duration limit) throws IOException, InterruptedException {
    var maven = new Maven(bench);
    var exit = maven.run(arguments, limit);
    List<Problem> problems =
        switch (exit) {
          case Exit.Ended(var status) when status == 0 -> List.of();
          case Exit.Ended _ ->
              List.of(
                  new Problem.Violated(name, MavenErrors.of(maven.output(), bench.tree().root())));
          case Exit.Stopped _ -> List.of(new Problem.OverBudget(name, bench.part().budget()));
        };
    return new Report(List.of(), problems);
  }
}
