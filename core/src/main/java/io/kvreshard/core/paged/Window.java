package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;

/**
 * Tokens in slots that follow each other: token {@code tokenStart} lies in slot {@code firstSlot}
 * of the page at index {@code firstPage} of the page table, the next token in the next slot, and on
 * from page to page.
 *
 * @param tokenStart global token position, u64
 * @param tokenCount tokens, u64, at least 1
 * @param pageTable id of the page table
 * @param firstPage index into {@link PageTable#page(int)}
 * @param firstSlot slot in that page, below the table's page size
 */
public record Window(
    long tokenStart, long tokenCount, String pageTable, int firstPage, int firstSlot) {
  public Window {
    Rule.string(pageTable, "/windows", "page_table");
    if (tokenCount == 0 || Long.compareUnsigned(tokenStart + tokenCount, tokenStart) < 0) {
      throw Rule.range(
          "/windows",
          "window at token %s of page table %s: %s tokens, allowed is at least 1 and an end below 2^64"
              .formatted(
                  Long.toUnsignedString(tokenStart),
                  Quoted.of(pageTable),
                  Long.toUnsignedString(tokenCount)));
    }
    if (firstPage < 0 || firstSlot < 0) {
      throw Rule.range(
          "/windows",
          "window at token %s of page table %s: first_page and first_slot must be below 2^31"
              .formatted(Long.toUnsignedString(tokenStart), Quoted.of(pageTable)));
    }
  }

  /** One past the last token. */
  public long tokenEnd() {
    return tokenStart + tokenCount;
  }

  @Override
  public String toString() {
    return "window [%s, %s) of page table %s"
        .formatted(
            Long.toUnsignedString(tokenStart),
            Long.toUnsignedString(tokenEnd()),
            Quoted.of(pageTable));
  }
}
