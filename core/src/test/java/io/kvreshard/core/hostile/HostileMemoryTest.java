package io.kvreshard.core.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.Planner;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What reading and planning allocate: at most 16 bytes a character and 8 MiB; 1 MiB without text.
 */
class HostileMemoryTest {
  private static final int BYTES_PER_CHARACTER = 16;
  private static final long MORE_BYTES = 8 << 20;
  private static final long WITHOUT_TEXT = 1 << 20;

  /** A canonical text may become a little longer than was asked for. */
  private static final int LONGEST = Limits.TEXT_BYTES * 7 / 8;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void texts(HostileText hostile) {
    check(hostile, 100_000);
    check(hostile, LONGEST);
  }

  @ParameterizedTest
  @EnumSource(names = {"WHITE_SPACE", "LONG_NAME", "ONE_NUMBER", "EMPTY_PARTS"})
  void textsThatAreTooLong(HostileText hostile) {
    check(hostile, Limits.TEXT_BYTES + 1);
    check(hostile, 4 * Limits.TEXT_BYTES);
  }

  private void check(HostileText hostile, int length) {
    String text = hostile.ofLength(length);
    assertThat(allocated(() -> hostile.accepts(text)))
        .as("%s, %,d characters", hostile, text.length())
        .isLessThan(BYTES_PER_CHARACTER * (long) text.length() + MORE_BYTES);
  }

  @Test
  void numbersThatAreOnlyNumbers() {
    for (Placement placement :
        List.of(
            HostileText.manyHeads(),
            HostileText.longVectors(1),
            HostileText.longVectors(1L << 40))) {
      assertThat(allocated(() -> Planner.plan(placement, placement, "s-p0-t0", null, null)))
          .isLessThan(WITHOUT_TEXT);
      assertThat(
              allocated(() -> PlanSet.plan(placement, placement, null, Models.snapshot(1L << 62))))
          .isLessThan(WITHOUT_TEXT);
    }
    assertThat(allocated(HostileText::manyHeads)).isLessThan(WITHOUT_TEXT);
    assertThat(allocated(() -> HostileText.longVectors(1L << 40))).isLessThan(WITHOUT_TEXT);
  }

  /** Before anything is done with the parts. */
  @Test
  void morePartsThanTheLimitsAllow() {
    Placement placement = Models.tensorParallel("s", Models.model(1, 4_000), 4_000);
    assertThat(allocated(() -> with(placement, Limits.COMPATIBLE, 4_000))).isLessThan(WITHOUT_TEXT);
    assertThat(allocated(() -> with(placement, Limits.PRODUCTION, Limits.ITEMS + 1)))
        .isLessThan(WITHOUT_TEXT);
    assertThat(catchThrowable(() -> with(placement, Limits.COMPATIBLE, 4_000)))
        .hasMessageContaining("4000 parts and 1 layers cost parts^2 * layers");
  }

  private static Placement with(Placement placement, Limits limits, int parts) {
    return Placement.create(
        placement.resourceId(),
        placement.revision(),
        placement.placementSetId(),
        placement.topology(),
        placement.descriptor(),
        Collections.nCopies(parts, placement.parts().getFirst()),
        limits);
  }

  /** The second time: the first one loads classes. */
  private long allocated(Runnable action) {
    long bytes = 0;
    for (int time = 0; time < 2; time++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        action.run();
      } catch (RejectedException e) {
        assertThat(e.rejection().message()).isNotEmpty();
      }
      bytes = threads.getCurrentThreadAllocatedBytes() - before;
    }
    return bytes;
  }
}
