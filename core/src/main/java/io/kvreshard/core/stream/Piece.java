package io.kvreshard.core.stream;

import io.kvreshard.core.U64;
import io.kvreshard.core.paged.Tensor;

/**
 * The heads of an edge that lie in one tensor.
 *
 * @param headFrom first head, counted from the edge's first
 * @param headTo one past the last head
 * @param region index into the binding's regions
 * @param table index into the binding's page tables
 * @param base offset of head {@code headFrom} in slot 0 of page number 0
 * @param pageStride bytes from page number to page number
 * @param tokenStride bytes from slot to slot
 * @param headStride bytes from head to head
 */
record Piece(
    long headFrom,
    long headTo,
    int region,
    int table,
    long base,
    long pageStride,
    long tokenStride,
    long headStride) {

  /** The common heads of an edge and a tensor of its (layer, component); there is at least one. */
  static Piece of(StreamEdge edge, Tensor tensor, int region, int table) {
    long from = U64.max(edge.headStart(), tensor.headStart());
    long to = U64.min(edge.headEnd(), tensor.headEnd());
    return new Piece(
        from - edge.headStart(),
        to - edge.headStart(),
        region,
        table,
        tensor.base() + (from - tensor.headStart()) * tensor.headStride(),
        tensor.pageStride(),
        tensor.tokenStride(),
        tensor.headStride());
  }

  /** Offset of a row. */
  long offset(long page, long slot, long head) {
    return base + page * pageStride + slot * tokenStride + (head - headFrom) * headStride;
  }
}
