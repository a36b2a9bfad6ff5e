package io.kvreshard.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompletionBarrierTest {
  private static final String DIGEST = "d".repeat(64);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** vllm#52516: 65,536 of 262,144 bytes, one of four writers, are not a completion. */
  @Test
  void isNotCompleteAfterOneSlice() {
    CompletionBarrier barrier =
        open(
            List.of(
                write("w0", "t", 65536),
                write("w2", "t", 65536),
                write("w4", "t", 65536),
                write("w6", "t", 65536)),
            Set.of("t"));
    barrier.record(written("w0", "t", 65536), 0);
    assertThat(barrier.state(0)).isEqualTo(BarrierState.PENDING);
    assertThatThrownBy(() -> barrier.record(checked("t"), 0))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("1 of 4 writes are done");
    barrier.record(written("w2", "t", 65536), 0);
    barrier.record(written("w4", "t", 65536), 0);
    barrier.record(written("w6", "t", 65536), 0);
    barrier.record(checked("t"), 0);
    assertThat(barrier.canActivate(0)).isTrue();
  }

  /** vllm#56033: a target that nobody writes to still has to report. */
  @Test
  void waitsForTargetsThatNeedNothing() {
    CompletionBarrier barrier = open(List.of(write("w", "t0", 8)), Set.of("t0", "t1"));
    barrier.record(written("w", "t0", 8), 0);
    barrier.record(checked("t0"), 0);
    assertThat(barrier.state(0)).isEqualTo(BarrierState.WRITERS_DONE);
    barrier.record(checked("t1"), 0);
    assertThat(barrier.state(0)).isEqualTo(BarrierState.COMPLETE);
  }

  /** System.nanoTime may wrap around. */
  @Test
  void countsTimeAcrossTheClocksWrap() {
    long start = Long.MAX_VALUE - 10;
    CompletionBarrier barrier =
        CompletionBarrier.open(
            "op", DIGEST, List.of(write("w", "t", 8)), Set.of("t"), TIMEOUT, start);
    assertThat(barrier.state(start + TIMEOUT.toNanos() - 1)).isEqualTo(BarrierState.PENDING);
    assertThat(barrier.error(start + TIMEOUT.toNanos())).contains(CompletionBarrier.DEADLINE);
  }

  @Test
  void waitsAsLongAsTheClockGoes() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    CompletionBarrier barrier =
        CompletionBarrier.open("op", DIGEST, List.of(write("w", "t", 1)), Set.of("t"), forEver, 0);
    assertThat(barrier.state(Long.MAX_VALUE - 1)).isEqualTo(BarrierState.PENDING);
  }

  @Test
  void comparesBytesAsUnsigned() {
    CompletionBarrier barrier = open(List.of(write("w", "t", Long.MIN_VALUE)), Set.of("t"));
    WriterReceipt tooMany = new WriterReceipt("op", DIGEST, "w", "t", false, -1, true, "broken");
    assertThatThrownBy(() -> barrier.record(tooMany, 0))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining(
            "reports 18446744073709551615 bytes, planned are 9223372036854775808");
    barrier.record(new WriterReceipt("op", DIGEST, "w", "t", false, 1, true, "broken"), 0);
    assertThat(barrier.error(0)).contains("broken");
  }

  @Test
  void refusesAContradictoryPlan() {
    assertRefused(List.of(), Set.of("t"), TIMEOUT);
    assertRefused(List.of(write("w", "t", 1), write("w", "t", 1)), Set.of("t"), TIMEOUT);
    assertRefused(List.of(write("w", "elsewhere", 1)), Set.of("t"), TIMEOUT);
    assertRefused(List.of(write("w", "t", 1)), Set.of("t"), Duration.ZERO);
    assertThatThrownBy(() -> write("w", "t", 0)).isInstanceOf(RejectedException.class);
  }

  private static void assertRefused(
      List<PlannedWrite> writes, Set<String> targets, Duration timeout) {
    assertThatThrownBy(() -> CompletionBarrier.open("op", DIGEST, writes, targets, timeout, 0))
        .isInstanceOf(RejectedException.class);
  }

  private static CompletionBarrier open(List<PlannedWrite> writes, Set<String> targets) {
    return CompletionBarrier.open("op", DIGEST, writes, targets, TIMEOUT, 0);
  }

  private static PlannedWrite write(String writer, String target, long bytes) {
    return new PlannedWrite(writer, target, bytes);
  }

  private static WriterReceipt written(String writer, String target, long bytes) {
    return new WriterReceipt("op", DIGEST, writer, target, true, bytes, true, null);
  }

  private static TargetReceipt checked(String target) {
    return new TargetReceipt("op", DIGEST, target, true, null);
  }
}
