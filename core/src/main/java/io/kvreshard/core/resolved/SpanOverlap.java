package io.kvreshard.core.resolved;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The rule that no byte is used twice (CONTRACT §7, §8). All grids are walked side by side in the
 * order of addresses, and a grid leaps over what nobody else comes near to: memory grows with the
 * ranges, time with the places where they interleave.
 */
public final class SpanOverlap {
  private static final class Walk {
    private final Piece piece;
    private long row;
    private long cell;

    Walk(Piece piece) {
      this.piece = piece;
    }

    long start() {
      return piece.grid().at(row, cell);
    }

    long end() {
      return start() + piece.grid().cellBytes();
    }

    /** Goes to the first span that has a byte at the address or after it; false if none has. */
    boolean leap(long address) {
      SpanGrid grid = piece.grid();
      row = grid.rowReaching(address);
      if (row == grid.rows()) {
        return false;
      }
      cell = grid.cellReaching(row, address);
      return true;
    }
  }

  private SpanOverlap() {}

  /**
   * Rejects pieces of one address space of which two use the same byte; touching is fine.
   *
   * @param pointer of the list that they come from
   */
  public static void check(String pointer, List<Piece> pieces) {
    var walks =
        new PriorityQueue<Walk>(
            Math.max(1, pieces.size()), Comparator.comparing(Walk::start, U64::compare));
    pieces.forEach(piece -> walks.add(new Walk(piece)));
    for (Walk first = walks.poll(); first != null; first = walks.poll()) {
      Walk second = walks.peek();
      if (second == null) {
        return;
      }
      if (U64.lt(second.start(), first.end())) {
        throw Check.reject(
            RejectionCategory.GEOMETRY,
            pointer,
            "%s of the %s and %s of the %s both use address %s"
                .formatted(
                    first.piece.range(),
                    first.piece.binding(),
                    second.piece.range(),
                    second.piece.binding(),
                    U64.text(second.start())));
      }
      if (first.leap(second.start())) {
        walks.add(first);
      }
    }
  }
}
