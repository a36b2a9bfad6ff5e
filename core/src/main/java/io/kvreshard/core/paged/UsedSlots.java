package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import java.util.Arrays;
import java.util.List;

/**
 * The slots of one page table that a snapshot's tokens lie in, ascending by (page number, slot).
 * Exists only if every window lies in the table and no slot of no page would hold two tokens.
 */
final class UsedSlots {
  private final PageTable table;
  private final SlotRuns runs;
  private final int[] frontier;

  private UsedSlots(PageTable table, SlotRuns runs) {
    this.table = table;
    this.runs = runs;
    this.frontier = frontier(runs);
  }

  /** The used slots of a table with these windows. */
  static UsedSlots of(PageTable table, List<Window> windows) {
    SlotRuns runs = SlotRuns.of(table, windows).sorted();
    for (int run = 1; run < runs.size(); run++) {
      if (runs.page(run) == runs.page(run - 1) && runs.firstSlot(run) <= runs.lastSlot(run - 1)) {
        throw Rule.geometry(
            "/windows",
            "page table %s: slot %d of page %d would hold two tokens; a page number is listed twice or two windows overlap"
                .formatted(Quoted.of(table.id()), runs.firstSlot(run), runs.page(run)));
      }
    }
    return new UsedSlots(table, runs);
  }

  PageTable table() {
    return table;
  }

  SlotRuns runs() {
    return runs;
  }

  long firstPage() {
    return runs.page(0);
  }

  long lastPage() {
    return runs.page(runs.size() - 1);
  }

  /** The highest slot used in any page. */
  int lastSlot() {
    return runs.lastSlot(frontier[frontier.length - 1]);
  }

  /**
   * The largest {@code page · pageStride + slot · tokenStride} of all used slots, or {@link
   * Offsets#OVERFLOW}.
   */
  long lastOffset(long pageStride, long tokenStride) {
    long last = 0;
    for (int run : frontier) {
      long page = Offsets.plus(0, runs.page(run), pageStride);
      long offset = Offsets.plus(page, runs.lastSlot(run), tokenStride);
      if (offset < 0) {
        return Offsets.OVERFLOW;
      }
      last = Math.max(last, offset);
    }
    return last;
  }

  /** True if a page number in {@code [low, high]} is used. */
  boolean anyIn(long low, long high) {
    int from = 0;
    int to = runs.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (runs.page(middle) < low) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < runs.size() && runs.page(from) <= high;
  }

  /** True if this uses page {@code p} and {@code other} page {@code p + shift}, for some p. */
  boolean meets(UsedSlots other, long shift) {
    int j = 0;
    for (int i = 0; i < runs.size(); i++) {
      long page = runs.page(i) + shift;
      while (j < other.runs.size() && other.runs.page(j) < page) {
        j++;
      }
      if (j < other.runs.size() && other.runs.page(j) == page) {
        return true;
      }
    }
    return false;
  }

  /**
   * The runs that no run of a higher page exceeds in its last slot: one of them is last in memory,
   * whatever the strides.
   */
  private static int[] frontier(SlotRuns runs) {
    int[] found = new int[runs.size()];
    int size = 0;
    int highest = -1;
    for (int run = runs.size() - 1; run >= 0; run--) {
      if (runs.lastSlot(run) > highest) {
        highest = runs.lastSlot(run);
        found[size++] = run;
      }
    }
    return Arrays.copyOf(found, size);
  }
}
