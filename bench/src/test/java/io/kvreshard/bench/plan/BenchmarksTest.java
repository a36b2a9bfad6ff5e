package io.kvreshard.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.RejectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks do the work that their figures name. */
class BenchmarksTest {
  @Test
  void plansHaveTheEdgesThatTheFiguresCount() {
    assertThat(new PlanBenchmark().manyTargets().edges())
        .isEqualTo(PlanBenchmark.MANY_TARGETS_EDGES);
    assertThat(CurveBenchmark.EDGES_PER_TARGET * 32).isEqualTo(1_032_192);
  }

  @Test
  void loweringVisitsEveryRow() {
    assertThat(new LowerBenchmark().count()).isEqualTo(8192 * 80 * 2);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SPACE", "PARTS"})
  void hostileTextsAreRejected(HostileText hostile) {
    String text = hostile.text();
    assertThat(catchThrowableOfType(RejectedException.class, () -> hostile.read(text))).isNotNull();
  }
}
