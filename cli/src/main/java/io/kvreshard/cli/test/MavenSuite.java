package io.kvreshard.cli.test;

import io.kvreshard.cli.test.BoundedProcess.Exit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The tests that one run of the build executes.
 *
 * @param name what it is, for messages
 * @param arguments of Maven: phases and properties
 * @param reports the folder in each module's {@code target} that these tests report to
 */
record MavenSuite(String name, List<String> arguments, String reports) implements Suite {
  @Override
  public Report run(Bench bench, Duration limit) throws IOException, InterruptedException {
    bench.tree().deleteReports(reports);
    var maven = new Maven(bench);
    var exit = maven.run(arguments, limit);
    List<Problem> problems =
        switch (exit) {
          case Exit.Ended(var status) when status == 0 -> List.of();
          case Exit.Ended _ -> List.of(broken(maven.output(), bench.tree()));
          case Exit.Stopped _ -> List.of(new Problem.OverBudget(name, bench.part().budget()));
        };
    return new Report(results(bench.tree()), problems);
  }

  private Problem broken(List<String> output, SourceTree tree) {
    var errors = MavenErrors.of(output, tree.root());
    return MavenErrors.compilationFailed(output)
        ? new Problem.NotBuilt(errors)
        : new Problem.Broken(name, errors);
  }

  private List<TestResult> results(SourceTree tree) throws IOException {
    var results = new ArrayList<TestResult>();
    for (var folder : tree.reportFolders(reports)) {
      results.addAll(JUnitReports.read(folder));
    }
    return results;
  }
}
