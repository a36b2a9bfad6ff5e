package io.kvreshard.core.paged;

import io.kvreshard.core.U64;
import java.util.Arrays;
import java.util.List;

/**
 * Runs of slots inside pages, as parallel arrays: run {@code i} is slots {@code [slots[i], slots[i]
 * + counts[i])} of page {@code pages[i]} (unsigned).
 */
final class SlotRuns {
  private static final int MOST_RUNS = 2 * PageTable.MAX_PAGES;

  private final int[] pages;
  private final int[] slots;
  private final int[] counts;

  private SlotRuns(int size) {
    this.pages = new int[size];
    this.slots = new int[size];
    this.counts = new int[size];
  }

  /**
   * The slots that these windows of a table use, in the windows' order. Rejects windows that leave
   * the table.
   */
  static SlotRuns of(PageTable table, List<Window> windows) {
    long total = 0;
    for (Window window : windows) {
      total += pagesTouched(table, window);
      if (total > MOST_RUNS) {
        throw Rule.limit(
            "/windows",
            table + ": its windows touch more than " + MOST_RUNS + " pages, the most allowed");
      }
    }
    SlotRuns runs = new SlotRuns((int) total);
    int run = 0;
    for (Window window : windows) {
      int index = window.firstPage();
      int slot = window.firstSlot();
      for (long left = window.tokenCount(); left > 0; left -= runs.counts[run++]) {
        runs.pages[run] = (int) table.page(index++);
        runs.slots[run] = slot;
        runs.counts[run] = (int) Math.min(left, table.pageTokens() - slot);
        slot = 0;
      }
    }
    return runs;
  }

  int size() {
    return pages.length;
  }

  long page(int run) {
    return Integer.toUnsignedLong(pages[run]);
  }

  int firstSlot(int run) {
    return slots[run];
  }

  int lastSlot(int run) {
    return slots[run] + counts[run] - 1;
  }

  /**
   * Ascending by (page, slot). Two sorts of primitive keys, by slot and then by page, are far
   * cheaper than one of objects.
   */
  SlotRuns sorted() {
    long[] keys = new long[size()];
    Arrays.setAll(keys, run -> (long) slots[run] << Integer.SIZE | run);
    Arrays.sort(keys);
    int[] bySlot = new int[keys.length];
    Arrays.setAll(bySlot, rank -> (int) keys[rank]);
    Arrays.setAll(keys, rank -> (page(bySlot[rank]) << Integer.SIZE | rank) ^ Long.MIN_VALUE);
    Arrays.sort(keys);
    SlotRuns sorted = new SlotRuns(keys.length);
    for (int i = 0; i < keys.length; i++) {
      int run = bySlot[(int) keys[i]];
      sorted.pages[i] = pages[run];
      sorted.slots[i] = slots[run];
      sorted.counts[i] = counts[run];
    }
    return sorted;
  }

  private static long pagesTouched(PageTable table, Window window) {
    if (window.firstPage() >= table.pageCount() || window.firstSlot() >= table.pageTokens()) {
      throw Rule.geometry(
          "/windows",
          "%s begins at page index %d, slot %d, but the table has %d pages of %d slots"
              .formatted(
                  window,
                  window.firstPage(),
                  window.firstSlot(),
                  table.pageCount(),
                  table.pageTokens()));
    }
    long first = (long) window.firstPage() * table.pageTokens() + window.firstSlot();
    long left = table.slots() - first;
    if (!U64.le(window.tokenCount(), left)) {
      throw Rule.geometry(
          "/windows",
          "%s needs %s slots from page index %d, slot %d on, but the table has only %d left"
              .formatted(
                  window,
                  U64.text(window.tokenCount()),
                  window.firstPage(),
                  window.firstSlot(),
                  left));
    }
    return (first + window.tokenCount() - 1) / table.pageTokens() - window.firstPage() + 1;
  }
}
