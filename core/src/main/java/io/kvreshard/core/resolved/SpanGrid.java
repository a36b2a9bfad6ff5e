package io.kvreshard.core.resolved;

import io.kvreshard.core.U64;

/**
 * The bytes of one range as contiguous pieces, upstream's physical spans (CONTRACT §7): {@code
 * rows} times {@code cells} of {@code cellBytes}. They are never listed; their number and the piece
 * at a place are arithmetic. A grid ascends: each row ends before the next begins, each cell too.
 *
 * @param start address of the first byte
 * @param rows pieces along the tokens, at least 1
 * @param cells pieces along the heads of one token, at least 1
 */
record SpanGrid(
    long start, long rows, long rowStride, long cells, long cellStride, long cellBytes) {

  /**
   * The pieces of a range that lies in its region.
   *
   * @param address of the range's first byte
   * @param headBytes bytes of one head's vector
   */
  static SpanGrid of(ResolvedRange range, long address, long headBytes) {
    long tokens = range.tokenCount();
    long heads = range.headCount();
    if (range.headStrideBytes() != headBytes) {
      return new SpanGrid(
          address, tokens, range.tokenStrideBytes(), heads, range.headStrideBytes(), headBytes);
    }
    long row = heads * headBytes;
    return range.tokenStrideBytes() == row
        ? new SpanGrid(address, 1, tokens * row, 1, row, tokens * row)
        : new SpanGrid(address, tokens, range.tokenStrideBytes(), 1, row, row);
  }

  /** The number of pieces; they are disjoint in memory, so that it is a u64. */
  long count() {
    return rows * cells;
  }

  /** Address of a piece. */
  long at(long row, long cell) {
    return start + row * rowStride + cell * cellStride;
  }

  /** The first row that has a byte after this address or at it; {@link #rows} if there is none. */
  long rowReaching(long address) {
    long rowBytes = (cells - 1) * cellStride + cellBytes;
    return reaching(start + rowBytes, rowStride, address, rows);
  }

  /** The same for the cells of a row. */
  long cellReaching(long row, long address) {
    return reaching(at(row, 0) + cellBytes, cellStride, address, cells);
  }

  /** The least i with {@code firstEnd + i·stride > address}, at most {@code count}. */
  private static long reaching(long firstEnd, long stride, long address, long count) {
    if (U64.lt(address, firstEnd)) {
      return 0;
    }
    return U64.min(count, Long.divideUnsigned(address - firstEnd, stride) + 1);
  }
}
