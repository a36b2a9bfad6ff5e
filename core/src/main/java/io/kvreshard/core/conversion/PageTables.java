package io.kvreshard.core.conversion;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes runs of tokens the pages of tables. Runs that lie alike, if only scaled, share a table. */
final class PageTables {
  private static final long U32_MAX = (1L << Integer.SIZE) - 1;

  private record Shape(long firstToken, List<Long> tokens, List<Integer> pages) {}

  /**
   * Where a tensor finds its runs.
   *
   * @param table id of the page table
   * @param base offset of page 0
   * @param pageStride bytes from page to page
   */
  record Placed(String table, long base, long pageStride) {}

  private final Map<Shape, String> known = new HashMap<>();
  private final List<PageTable> tables = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();

  List<PageTable> tables() {
    return tables;
  }

  List<Window> windows() {
    return windows;
  }

  /** A table of these runs, each a page; the runs follow each other in tokens. */
  Placed place(List<Run> runs) {
    long base = runs.stream().mapToLong(Run::offset).min().orElseThrow();
    long stride = runs.stream().mapToLong(run -> run.offset() - base).reduce(0, PageTables::gcd);
    List<Integer> pages = runs.stream().map(run -> page(run.offset() - base, stride)).toList();
    var shape =
        new Shape(runs.getFirst().tokenStart(), runs.stream().map(Run::tokens).toList(), pages);
    return new Placed(known.computeIfAbsent(shape, this::add), base, stride);
  }

  private String add(Shape shape) {
    String id = "t" + tables.size();
    long longest = shape.tokens().stream().mapToLong(Long::longValue).max().orElseThrow();
    if (longest > Integer.MAX_VALUE) {
      throw tooLarge("%d tokens in a row".formatted(longest));
    }
    int[] pages = shape.pages().stream().mapToInt(Integer::intValue).toArray();
    tables.add(new PageTable(id, (int) longest, pages));
    addWindows(id, shape, longest);
    return id;
  }

  /** A window goes on as long as its pages are full. */
  private void addWindows(String id, Shape shape, long pageTokens) {
    long token = shape.firstToken();
    int firstPage = 0;
    long tokens = 0;
    for (int page = 0; page < shape.tokens().size(); page++) {
      tokens += shape.tokens().get(page);
      boolean last = page + 1 == shape.tokens().size();
      if (last || shape.tokens().get(page) != pageTokens) {
        windows.add(new Window(token, tokens, id, firstPage, 0));
        token += tokens;
        tokens = 0;
        firstPage = page + 1;
      }
    }
  }

  private static int page(long distance, long stride) {
    long page = stride == 0 ? 0 : distance / stride;
    if (page > U32_MAX) {
      throw tooLarge("page number %s".formatted(U64.text(page)));
    }
    return (int) page;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static RejectedException tooLarge(String what) {
    return Check.reject(
        RejectionCategory.LIMIT, "/ranges", what + " is more than a page table can say");
  }
}
