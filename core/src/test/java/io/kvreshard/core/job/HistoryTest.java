package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final List<History.Entry> JOBS =
      List.of(
          entry("f1", true, 1),
          entry("f2", true, 2),
          entry("f3", true, 3),
          entry("s5", false, 5),
          entry("s4", false, 4),
          entry("s4-too", false, 4));

  @Test
  void newestOnesAreKeptOfEachKind() {
    assertThat(History.excess(JOBS, new History.Limits(1, 2)))
        .containsExactlyInAnyOrder("f2", "f1", "s4-too");
  }

  @Test
  void zeroKeepsNone() {
    assertThat(History.excess(JOBS, new History.Limits(0, 0))).hasSize(6);
  }

  @Test
  void whatHasNoLimitStays() {
    assertThat(History.excess(JOBS, History.Limits.NONE)).isEmpty();
    assertThat(History.excess(JOBS, new History.Limits(null, 1)))
        .containsExactlyInAnyOrder("s4", "s4-too");
    assertThat(History.excess(JOBS, new History.Limits(10, 10))).isEmpty();
  }

  private static History.Entry entry(String name, boolean failed, long ended) {
    return new History.Entry(name, failed, Instant.ofEpochSecond(ended));
  }
}
