package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule of windows: those of each page table tile the snapshot's tokens exactly once. One pass
 * over sorted windows.
 */
final class TokenCoverage {
  private TokenCoverage() {}

  /**
   * The used slots of every table, by the table's id.
   *
   * @param windows ascending by first token
   */
  static Map<String, UsedSlots> check(
      List<PageTable> tables, List<Window> windows, Snapshot snapshot) {
    Map<String, List<Window>> byTable = new LinkedHashMap<>();
    for (PageTable table : tables) {
      if (byTable.put(table.id(), new ArrayList<>()) != null) {
        throw Rule.duplicate(
            "/page_tables", "page table %s is listed twice".formatted(Quoted.of(table.id())));
      }
    }
    for (Window window : windows) {
      List<Window> ofTable = byTable.get(window.pageTable());
      if (ofTable == null) {
        throw Rule.unknown("/windows", window + ": there is no such page table");
      }
      ofTable.add(window);
    }
    Map<String, UsedSlots> used = new LinkedHashMap<>();
    for (PageTable table : tables) {
      List<Window> ofTable = byTable.getOrDefault(table.id(), List.of());
      checkTiling(table, ofTable, snapshot);
      used.put(table.id(), UsedSlots.of(table, ofTable));
    }
    return used;
  }

  private static void checkTiling(PageTable table, List<Window> windows, Snapshot snapshot) {
    long next = snapshot.tokenStart();
    for (Window window : windows) {
      if (window.tokenStart() != next) {
        throw Rule.coverage(
            "/windows",
            "%s: the table's tokens must go on at token %s, %s"
                .formatted(
                    window,
                    U64.text(next),
                    U64.lt(window.tokenStart(), next)
                        ? "so tokens are covered twice or lie before the snapshot"
                        : "so tokens before it are not covered"));
      }
      next = window.tokenEnd();
    }
    if (next != snapshot.tokenEnd()) {
      throw Rule.coverage(
          "/windows",
          "page table %s: its windows end at token %s, the snapshot at token %s"
              .formatted(Quoted.of(table.id()), U64.text(next), U64.text(snapshot.tokenEnd())));
    }
  }
}
