package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Moves that public engines got wrong, down to the bytes; the plans are in ReshardCasesTest. */
class ReshardBytesTest {
  private static final long SLICE = 65_536;
  private static final Descriptor FOUR_HEADS = Models.model(1, 4);
  private static final Snapshot ONE_PAGE = Models.snapshot(256);

  /**
   * vllm#52516: four heads on eight ranks into the blocks of one rank: a slice beside the other.
   */
  @Test
  void slicesOfReplicasFillABlock() {
    Placement source = Models.tensorParallel("s", FOUR_HEADS, 8);
    Placement target = Models.tensorParallel("t", FOUR_HEADS, 1);
    PlanSet plans = PlanSet.plan(source, target, null, ONE_PAGE);
    PagedBinding block = DenseBinding.of(target, ONE_PAGE, "t-p0-t0", "LCBHS", 256, 0);

    assertThat(plans.writers()).containsExactly("s-p0-t0", "s-p0-t2", "s-p0-t4", "s-p0-t6");
    for (int head = 0; head < 4; head++) {
      String writer = "s-p0-t" + 2 * head;
      assertThat(plans.bytes(writer, "t-p0-t0")).isEqualTo(2 * SLICE);
      assertThat(runs(plans, writer, "t-p0-t0", Side.TARGET, block))
          .containsExactly(new Run(head * SLICE, SLICE), new Run(4 * SLICE + head * SLICE, SLICE));
    }
  }

  /** vllm#52516, the other way: both ranks of a pair read the same slice. */
  @Test
  void replicasReadTheSameSliceOfABlock() {
    Placement source = Models.tensorParallel("s", FOUR_HEADS, 1);
    Placement target = Models.tensorParallel("t", FOUR_HEADS, 8);
    PlanSet plans = PlanSet.plan(source, target, null, ONE_PAGE);
    PagedBinding block = DenseBinding.of(source, ONE_PAGE, "s-p0-t0", "LCBHS", 256, 0);

    for (int rank = 0; rank < 8; rank++) {
      int head = rank / 2;
      assertThat(runs(plans, "s-p0-t0", "t-p0-t" + rank, Side.SOURCE, block))
          .containsExactly(new Run(head * SLICE, SLICE), new Run(4 * SLICE + head * SLICE, SLICE));
    }
  }

  /**
   * vllm#52516, #45330, #45879, #45860, sglang#31295, #31968: every byte of every target, and none
   * past a region, in whatever layouts both sides have.
   */
  @ParameterizedTest
  @CsvSource({
    "4,8,1", "4,1,8", "8,8,16", "4,4,8", "2,4,8", "4,2,8", "8,16,8", "2,1,4", "2,4,1", "1,4,2",
    "10,2,5", "10,5,2", "16,16,2", "8,16,2", "12,4,3"
  })
  void everyTargetGetsItsBytes(long heads, int sourceRanks, int targetRanks) {
    Descriptor model = Models.model(2, heads);
    Random random = new Random(heads);
    MemoryMove move =
        new MemoryMove(
            Scenario.of(
                random,
                Models.tensorParallel("s", model, sourceRanks),
                Models.tensorParallel("t", model, targetRanks)));
    move.check();
  }

  private record Run(long offset, long length) {}

  private static List<Run> runs(
      PlanSet plans, String writer, String target, Side side, PagedBinding binding) {
    DenseStream stream = DenseStream.of(plans, writer, Set.of(target));
    stream = stream.withOrders(stream.edges().stream().map(_ -> RowOrder.HEAD_TOKEN).toList());
    RunCursor cursor = RunCursor.open(stream, side, binding);
    List<Run> runs = new ArrayList<>();
    while (cursor.next(Long.MAX_VALUE)) {
      runs.add(new Run(cursor.offset(), cursor.length()));
    }
    return runs;
  }
}
