package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestRunTest {
  private static final Duration BUDGET = Duration.ofMinutes(5);
  private static final TestResult PASSED = new TestResult.Passed(new TestId("a.B", "passes"));
  private static final TestResult FAILED =
      new TestResult.Failed(new TestId("a.B", "fails"), "expected: 1\n but was: 2");

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final List<Duration> limits = new ArrayList<>();

  @Test
  void sumsAllSuitesOfAllParts() throws Exception {
    var totals =
        run(part("unit", reports(PASSED, FAILED), reports(PASSED)), part("more", reports(PASSED)));

    assertThat(totals).isEqualTo(new Totals(4, 1, 0, 0));
    assertThat(out.toString().lines().toList())
        .contains("FAILED a.B#fails", "    expected: 1", "     but was: 2")
        .last()
        .isEqualTo("Tests run: 4, Failures: 1, Errors: 0, Skipped: 0");
  }

  @Test
  void aProblemFailsARunInWhichNoTestFailed() throws Exception {
    var slow = new Problem.OverBudget("the run", BUDGET);

    var totals = run(part("unit", broken(slow)), part("more", reports(PASSED)));

    assertThat(totals).isEqualTo(new Totals(1, 0, 1, 0));
    assertThat(out.toString())
        .contains("PROBLEM in unit: the run did not end within the budget of 5 min");
  }

  @Test
  void whatDoesNotBuildIsNotTestedFurther() throws Exception {
    var totals =
        run(
            part("static", broken(new Problem.NotBuilt(List.of("A.java:[3,1] no")))),
            part("unit", reports(PASSED)));

    assertThat(totals).isEqualTo(new Totals(0, 0, 1, 0));
    assertThat(out.toString()).contains("PROBLEM in static: it does not build\n  A.java:[3,1] no");
  }

  @Test
  void laterSuitesGetWhatEarlierOnesLeftOfTheBudget() throws Exception {
    run(part("unit", reports(PASSED), reports(PASSED)));

    assertThat(limits.getFirst()).isLessThanOrEqualTo(BUDGET);
    assertThat(limits.getLast()).isLessThan(limits.getFirst()).isPositive();
  }

  private Totals run(PartPlan... parts) throws IOException, InterruptedException {
    var console = new Console(new PrintWriter(out));
    return new TestRun(new SourceTree(folder), console, SkipList.parse(List.of()), Map.of())
        .run(List.of(parts));
  }

  private static PartPlan part(String label, Suite... suites) {
    return new PartPlan(label, BUDGET, List.of(), List.of(suites));
  }

  private Suite reports(TestResult... results) {
    return suite(new Suite.Report(List.of(results), List.of()));
  }

  private Suite broken(Problem problem) {
    return suite(new Suite.Report(List.of(), List.of(problem)));
  }

  private Suite suite(Suite.Report report) {
    return (bench, limit) -> {
      limits.add(limit);
      return report;
    };
  }
}
