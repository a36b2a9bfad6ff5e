package io.kvreshard.core.paged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The exact answer: the runs of bytes of a few footprints, one by one. One object is one search
 * with one budget.
 */
final class RowSweep {
  /** Runs that one search may expand; no usual layout needs any. */
  private static final int MOST_RUNS = 1 << 20;

  private record Run(long start, long end, Box box) {}

  private int left = MOST_RUNS;

  /**
   * A byte that is used twice, by one box or by two. Rejects (limit) boxes that are too irregular
   * to be told apart.
   */
  Optional<Overlap> find(List<Box> boxes) {
    List<Run> runs = new ArrayList<>();
    int share = Math.max(1, left / boxes.size());
    boolean complete = true;
    for (Box box : boxes) {
      complete &= expand(box, share, runs);
    }
    left = Math.max(0, left - runs.size());
    runs.sort(Comparator.comparingLong(Run::start));
    Run furthest = runs.getFirst();
    for (Run run : runs.subList(1, runs.size())) {
      if (run.start() < furthest.end()) {
        return Optional.of(new Overlap(furthest.box(), run.box(), run.start()));
      }
      furthest = run;
    }
    if (!complete) {
      throw Rule.limit(
          "/tensors",
          "%s: its strides interleave with others so irregularly that more than %d runs would have to be compared; use one layout for all tensors of a region"
              .formatted(boxes.getFirst().footprint().tensor(), MOST_RUNS));
    }
    return Optional.empty();
  }

  /** Adds at most {@code most} runs; false if there are more. */
  private static boolean expand(Box box, int most, List<Run> runs) {
    Tensor tensor = box.footprint().tensor();
    long row = box.footprint().rowBytes();
    boolean headsTogether = tensor.headCount() == 1 || tensor.headStride() == row;
    long heads = headsTogether ? 1 : tensor.headCount();
    long line = headsTogether ? tensor.headCount() * row : row;
    SlotRuns slots = box.footprint().slots().runs();
    int limit = runs.size() + most;
    for (int run = 0; run < slots.size(); run++) {
      long page = Offsets.plus(tensor.base(), slots.page(run), tensor.pageStride());
      int count = slots.lastSlot(run) - slots.firstSlot(run) + 1;
      boolean slotsTogether = count == 1 || tensor.tokenStride() == line;
      for (int i = 0; i < (slotsTogether ? 1 : count); i++) {
        long slot = Offsets.plus(page, slots.firstSlot(run) + i, tensor.tokenStride());
        for (long head = 0; head < heads; head++) {
          if (runs.size() == limit) {
            return false;
          }
          long start = Offsets.plus(slot, head, tensor.headStride());
          runs.add(new Run(start, start + (slotsTogether ? count * line : line), box));
        }
      }
    }
    return true;
  }
}
