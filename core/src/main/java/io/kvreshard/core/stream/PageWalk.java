package io.kvreshard.core.stream;

import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.Window;
import java.util.List;

/**
 * Finds the page and slot of a token in one page table. Mutable: remembers the page it is in, so
 * that walking on costs one comparison a token and one addition a page. Tokens are counted from the
 * snapshot's first.
 */
final class PageWalk {
  private final PageTable table;

  /**
   * Windows: first token, first slot of the table, ascending; the last element closes the last
   * window.
   */
  private final long[] windowToken;

  private final long[] windowSlot;

  private int window;
  private int pageIndex;

  /**
   * The slots {@code [slot, slot + end − first)} of the page hold the tokens {@code [first, end)}.
   */
  private long first = 1;

  private long end = -1;
  private long slot;
  private long page;

  PageWalk(PageTable table, List<Window> windows, long tokenStart) {
    this.table = table;
    this.windowToken = new long[windows.size() + 1];
    this.windowSlot = new long[windows.size()];
    for (int i = 0; i < windows.size(); i++) {
      Window w = windows.get(i);
      windowToken[i] = w.tokenStart() - tokenStart;
      windowSlot[i] = (long) w.firstPage() * table.pageTokens() + w.firstSlot();
      windowToken[i + 1] = w.tokenEnd() - tokenStart;
    }
  }

  /** Goes to a token of the snapshot. */
  void moveTo(long token) {
    if (token >= first && token < end) {
      return;
    }
    if (token == end && token < windowToken[window + 1]) {
      enter(pageIndex + 1, 0, token);
    } else {
      locate(token);
    }
  }

  /** Number of the page that the token is in. */
  long page() {
    return page;
  }

  /** Slot of a token of this page. */
  long slot(long token) {
    return slot + (token - first);
  }

  /** One past the last token that lies in this page in slots that follow each other. */
  long end() {
    return end;
  }

  private void locate(long token) {
    window = windowOf(token);
    long at = windowSlot[window] + (token - windowToken[window]);
    enter((int) (at / table.pageTokens()), (int) (at % table.pageTokens()), token);
  }

  private void enter(int index, int firstSlot, long token) {
    pageIndex = index;
    page = table.page(index);
    slot = firstSlot;
    first = token;
    end = Math.min(token + table.pageTokens() - firstSlot, windowToken[window + 1]);
  }

  private int windowOf(long token) {
    int low = 0;
    int high = windowSlot.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (windowToken[middle] <= token) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
