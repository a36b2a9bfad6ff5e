package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.kvreshard.core.paged.Side;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The hot path makes no garbage, however many runs it finds. */
class AllocationTest {
  /** What the measurement itself may take. */
  private static final long NOISE_BYTES = 4096;

  private static final OneRank MODEL = new OneRank(8, 4, 8, 4096);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void walkingAllocatesNothing() {
    DenseStream stream = MODEL.stream();
    RunCursor cursor =
        RunCursor.open(stream, Side.SOURCE, MODEL.binding("LBCHS", 16, MODEL.pages(16, 2)));
    long rows = stream.bytes() / 8;
    assertThat(runs(cursor)).isEqualTo(rows);
    long before = threads.getCurrentThreadAllocatedBytes();
    long runs = runs(cursor);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(runs).isEqualTo(rows);
    assertThat(allocated).isLessThan(NOISE_BYTES);
  }

  @Test
  void lockstepAllocatesNothing() {
    DenseStream stream = MODEL.stream();
    LocalRuns runs =
        new LocalRuns(
            RunCursor.open(stream, Side.SOURCE, MODEL.binding("LBCHS", 16, MODEL.pages(16, 1))),
            RunCursor.open(stream, Side.TARGET, MODEL.binding("LCBSH", 64, MODEL.pages(64, 3))));
    assertThat(runs.next(1)).isTrue();
    long before = threads.getCurrentThreadAllocatedBytes();
    long copied = 1;
    while (runs.next(Long.MAX_VALUE)) {
      copied += runs.length() * runs.runs();
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(copied).isEqualTo(stream.bytes());
    assertThat(allocated).isLessThan(NOISE_BYTES);
  }

  private static long runs(RunCursor cursor) {
    cursor.seek(0);
    long runs = 0;
    while (cursor.nextStrip(Long.MAX_VALUE)) {
      runs += cursor.runs();
    }
    return runs;
  }
}
