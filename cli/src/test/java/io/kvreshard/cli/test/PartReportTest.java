package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PartReportTest {
  private static final TestId QUICK = new TestId("a.B", "quick");
  private static final TestId SLOW = new TestId("a.B", "slow");
  private static final SkipList NOTHING = SkipList.parse(List.of());

  @Test
  void passesWithPassedTests() {
    var report = judged(NOTHING, new TestResult.Passed(QUICK));

    assertThat(report.problems()).isEmpty();
    assertThat(report.totals()).isEqualTo(new Totals(1, 0, 0, 0));
  }

  @Test
  void aSkipNeedsAnEntry() {
    var passed = new TestResult.Passed(QUICK);
    var skipped = new TestResult.Skipped(SLOW, "no GPU");

    assertThat(judged(NOTHING, passed, skipped).problems())
        .containsExactly(new Problem.UnexplainedSkip(SLOW, "no GPU"));
    assertThat(judged(SkipList.parse(List.of("a.B#slow no GPU")), passed, skipped).problems())
        .isEmpty();
  }

  @Test
  void aPartThatTestsNothingFails() {
    var all = SkipList.parse(List.of("a.B none of it"));

    assertThat(judged(NOTHING).problems()).containsExactly(new Problem.NoTests("unit"));
    assertThat(judged(all, new TestResult.Skipped(SLOW, "")).problems())
        .containsExactly(new Problem.NoTests("unit"));
  }

  @Test
  void saysNothingOfMissingTestsWhenTheReasonIsKnown() {
    var slow = new Problem.OverBudget("the unit tests", Duration.ofMinutes(5));

    var report = PartReport.judged("unit", List.of(), List.of(slow), NOTHING);

    assertThat(report.problems()).containsExactly(slow);
    assertThat(report.totals()).isEqualTo(new Totals(0, 0, 1, 0));
  }

  private static PartReport judged(SkipList mayBeSkipped, TestResult... results) {
    return PartReport.judged("unit", List.of(results), List.of(), mayBeSkipped);
  }
}
