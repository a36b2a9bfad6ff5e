package io.kvreshard.core.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.json.StrictJson;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.Planner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What reading and planning do: at most so many calls a character, however long the text is. */
class HostileWorkTest {
  private static final int CALLS_PER_CHARACTER = 12;
  private static final long MORE_CALLS = 20_000;

  private static final WorkCounter COUNTER =
      WorkCounter.ofPackagesOf(
          RejectedException.class, StrictJson.class, Placement.class, PlanSet.class);

  @AfterAll
  static void close() {
    COUNTER.close();
  }

  @ParameterizedTest
  @EnumSource
  void texts(HostileText hostile) {
    for (int length : new int[] {20_000, 400_000}) {
      String text = hostile.ofLength(length);
      long calls = COUNTER.calls(() -> hostile.accepts(text));
      assertThat(calls)
          .as("%s, %,d characters", hostile, text.length())
          .isPositive()
          .isLessThan(CALLS_PER_CHARACTER * (long) text.length() + MORE_CALLS);
    }
  }

  @Test
  void numbersThatAreOnlyNumbers() {
    Placement manyHeads = HostileText.manyHeads();
    Placement longVectors = HostileText.longVectors(1);
    assertThat(COUNTER.calls(() -> planned(manyHeads))).isPositive().isLessThan(MORE_CALLS);
    assertThat(COUNTER.calls(() -> planned(longVectors))).isPositive().isLessThan(MORE_CALLS);
  }

  private static void planned(Placement placement) {
    assertThat(Planner.plan(placement, placement, "s-p0-t0", null, Models.snapshot(1)).edges())
        .hasSize(2);
  }
}
