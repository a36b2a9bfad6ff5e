package io.kvreshard.core.resolved;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SpanOverlapTest {
  /** Against a bit for every byte. */
  @RepeatedTest(1000)
  void agreesWithABitForEachByte(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    List<SpanGrid> grids = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      grids.add(grid(random));
    }
    assertThat(apart(grids)).isEqualTo(apartByBits(grids));
  }

  @Test
  void touchingIsApart() {
    check(new SpanGrid(100, 1, 8, 1, 8, 8), new SpanGrid(108, 1, 8, 1, 8, 8));
    assertRejected(
        () -> check(new SpanGrid(100, 1, 8, 1, 8, 9), new SpanGrid(108, 1, 8, 1, 8, 8)),
        RejectionCategory.GEOMETRY,
        "/here",
        "both use address 108");
  }

  @Test
  void addressesAreUnsigned() {
    long high = U64.MAX - 15;
    check(new SpanGrid(high, 1, 8, 1, 8, 8), new SpanGrid(8, 1, 8, 1, 8, 8));
    assertRejected(
        () -> check(new SpanGrid(high, 1, 8, 1, 8, 8), new SpanGrid(high + 7, 1, 8, 1, 8, 8)),
        RejectionCategory.GEOMETRY,
        "/here",
        "both use address " + U64.text(high + 7));
  }

  /** Nobody walks through what nobody else comes near to. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.SECONDS)
  void leaps() {
    long rows = 1L << 40;
    SpanGrid huge = new SpanGrid(0, rows, 16, 2, 8, 4);
    assertThatCode(() -> check(huge, new SpanGrid(rows * 16, 1, 1, 1, 1, 1)))
        .doesNotThrowAnyException();
    assertThatCode(() -> check(huge, new SpanGrid(8 * rows + 4, 1, 1, 1, 1, 4)))
        .doesNotThrowAnyException();
    assertRejected(
        () -> check(huge, new SpanGrid(8 * rows + 4, 1, 1, 1, 1, 5)),
        RejectionCategory.GEOMETRY,
        "/here",
        "both use address " + (8 * rows + 8));
  }

  @Test
  void nothingIsApart() {
    assertThatCode(() -> SpanOverlap.check("/here", List.of())).doesNotThrowAnyException();
  }

  private static SpanGrid grid(Random random) {
    long bytes = 1L + random.nextInt(3);
    long cells = 1L + random.nextInt(4);
    long cellStride = bytes + random.nextInt(4);
    long row = (cells - 1) * cellStride + bytes;
    return new SpanGrid(
        random.nextInt(60),
        1 + random.nextInt(5),
        row + random.nextInt(20),
        cells,
        cellStride,
        bytes);
  }

  private static boolean apart(List<SpanGrid> grids) {
    try {
      check(grids.toArray(SpanGrid[]::new));
      return true;
    } catch (RejectedException e) {
      return false;
    }
  }

  private static boolean apartByBits(List<SpanGrid> grids) {
    var used = new BitSet();
    for (SpanGrid grid : grids) {
      for (int row = 0; row < grid.rows(); row++) {
        for (int cell = 0; cell < grid.cells(); cell++) {
          int start = (int) grid.at(row, cell);
          int end = start + (int) grid.cellBytes();
          if (used.nextSetBit(start) >= 0 && used.nextSetBit(start) < end) {
            return false;
          }
          used.set(start, end);
        }
      }
    }
    return true;
  }

  private static void check(SpanGrid... grids) {
    ResolvedBinding binding = Fixture.binding();
    SpanOverlap.check(
        "/here",
        List.of(grids).stream().map(grid -> new Piece(binding, Fixture.keyRange(), grid)).toList());
  }
}
