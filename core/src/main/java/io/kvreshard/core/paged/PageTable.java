package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import java.util.Arrays;

/**
 * Page numbers of an engine's allocator in the order of use. Many tensors share one table.
 *
 * <p>Page numbers are u32. Those that windows use must be distinct; {@link PagedBinding} checks it.
 */
public final class PageTable {
  /** Most pages of one table: two million tokens at page size 1, twice over. */
  public static final int MAX_PAGES = 1 << 22;

  private final String id;
  private final int pageTokens;
  private final int[] pages;

  /**
   * A table of its own copy of the numbers.
   *
   * @param id unique in the binding
   * @param pageTokens tokens in a page, 1…2^31−1
   * @param pages page numbers as unsigned 32-bit values, 1…{@link #MAX_PAGES} of them
   */
  public PageTable(String id, int pageTokens, int[] pages) {
    Rule.string(id, "/page_tables", "id");
    if (pageTokens < 1) {
      throw Rule.range(
          "/page_tables",
          "page table %s: page_tokens is %s, allowed are 1…2^31−1"
              .formatted(Quoted.of(id), Integer.toUnsignedString(pageTokens)));
    }
    if (pages.length < 1 || pages.length > MAX_PAGES) {
      throw Rule.limit(
          "/page_tables",
          "page table %s: %d pages, allowed are 1…%d"
              .formatted(Quoted.of(id), pages.length, MAX_PAGES));
    }
    this.id = id;
    this.pageTokens = pageTokens;
    this.pages = pages.clone();
  }

  /** Name of the table, unique in the binding. */
  public String id() {
    return id;
  }

  /** Tokens in a page. */
  public int pageTokens() {
    return pageTokens;
  }

  /** Number of pages. */
  public int pageCount() {
    return pages.length;
  }

  /** The page number at an index, 0…2^32−1. */
  public long page(int index) {
    return Integer.toUnsignedLong(pages[index]);
  }

  /** A copy of the page numbers, unsigned 32-bit. */
  public int[] pages() {
    return pages.clone();
  }

  /** Slots of all pages. */
  public long slots() {
    return (long) pages.length * pageTokens;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageTable that
        && id.equals(that.id)
        && pageTokens == that.pageTokens
        && Arrays.equals(pages, that.pages);
  }

  @Override
  public int hashCode() {
    return (id.hashCode() * 31 + pageTokens) * 31 + Arrays.hashCode(pages);
  }

  @Override
  public String toString() {
    return "page table %s (%d pages of %d tokens)"
        .formatted(Quoted.of(id), pages.length, pageTokens);
  }
}
