package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TotalsTest {
  private static final TestId ID = new TestId("a.B", "c");

  @Test
  void countsEachKindOnce() {
    var totals =
        Totals.of(
            List.of(
                new TestResult.Passed(ID),
                new TestResult.Failed(ID, "no"),
                new TestResult.Errored(ID, "boom"),
                new TestResult.Errored(ID, "boom"),
                new TestResult.Skipped(ID, "")));

    assertThat(totals.line()).isEqualTo("Tests run: 5, Failures: 1, Errors: 2, Skipped: 1");
  }

  @Test
  void sumsRunners() {
    var sum = new Totals(3, 1, 0, 1).plus(new Totals(4, 0, 1, 0));

    assertThat(sum).isEqualTo(new Totals(7, 1, 1, 1));
  }

  @Test
  void aProblemIsAnErrorAlthoughNoTestFailed() {
    var totals = new Totals(9, 0, 0, 0).plusErrors(1);

    assertThat(totals.clean()).isFalse();
    assertThat(totals.line()).isEqualTo("Tests run: 9, Failures: 0, Errors: 1, Skipped: 0");
  }

  @Test
  void skippedTestsAreClean() {
    assertThat(new Totals(2, 0, 0, 2).clean()).isTrue();
  }
}
