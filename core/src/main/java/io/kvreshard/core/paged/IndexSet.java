package io.kvreshard.core.paged;

import org.jspecify.annotations.Nullable;

/**
 * The frames that a box has bytes in: numbers {@code [low, high]}, all of them or, with {@code
 * pages}, those of used pages.
 *
 * @param pages the used pages; page p is frame {@code p + shift}
 */
record IndexSet(long low, long high, @Nullable UsedSlots pages, long shift) {

  static IndexSet range(long low, long high) {
    return new IndexSet(low, high, null, 0);
  }

  static IndexSet pages(UsedSlots pages, long shift) {
    return new IndexSet(pages.firstPage() + shift, pages.lastPage() + shift, pages, shift);
  }

  boolean meets(IndexSet other) {
    if (high < other.low || other.high < low) {
      return false;
    }
    if (pages == null) {
      return other.pages == null || other.pages.anyIn(low - other.shift, high - other.shift);
    }
    return other.pages == null
        ? pages.anyIn(other.low - shift, other.high - shift)
        : pages.meets(other.pages, shift - other.shift);
  }
}
