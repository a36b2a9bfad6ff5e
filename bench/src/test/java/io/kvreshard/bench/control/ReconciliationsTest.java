package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReconciliationsTest {
  @Test
  void allKindsAndOutcomesCount() {
    assertThat(
            Reconciliations.count(
                """
                # TYPE kvreshard_reconcile_duration_seconds histogram
                kvreshard_reconcile_duration_seconds_count{kind="job",outcome="ok"} 12
                kvreshard_reconcile_duration_seconds_sum{kind="job",outcome="ok"} 0.5
                kvreshard_reconcile_duration_seconds_count{kind="snapshot",outcome="failed"} 3.0
                """))
        .isEqualTo(15);
  }

  @Test
  void beforeTheFirstThereIsNone() {
    assertThat(Reconciliations.count("kvreshard_jobs 0\n")).isZero();
  }
}
