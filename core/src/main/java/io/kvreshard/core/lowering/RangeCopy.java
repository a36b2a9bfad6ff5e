package io.kvreshard.core.lowering;

import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.resolved.ResolvedRange;

/**
 * What one range of a source gives to one range of a target (CONTRACT §9): a box of tokens and
 * heads, cut into segments that are contiguous on both sides.
 *
 * @param tokenStep tokens of a segment: all of them, or 1
 * @param headStep heads of a segment: all of them, or 1
 * @param headBytes bytes of one head's vector
 */
record RangeCopy(
    ResolvedRange source,
    ResolvedRange target,
    long tokenStart,
    long tokens,
    long headStart,
    long heads,
    long tokenStep,
    long headStep,
    long headBytes) {
  /** Takes a segment. */
  @FunctionalInterface
  interface Segments {
    /** Offsets of a segment in the regions of its ranges, and its length in bytes. */
    void accept(long sourceOffset, long targetOffset, long nbytes);
  }

  /** The box that both ranges and the edge have; they do have one. */
  static RangeCopy of(ResolvedRange source, ResolvedRange target, Edge edge) {
    long tokenStart = U64.max(source.tokenStart(), target.tokenStart());
    long tokens = U64.min(source.tokenEnd(), target.tokenEnd()) - tokenStart;
    long headStart =
        U64.max(edge.globalHeadStart(), U64.max(source.headStart(), target.headStart()));
    long edgeEnd = edge.globalHeadStart() + edge.headCount();
    long heads = U64.min(edgeEnd, U64.min(source.headEnd(), target.headEnd())) - headStart;
    long headBytes = edge.rowBytes();
    boolean dense = source.headStrideBytes() == headBytes && target.headStrideBytes() == headBytes;
    long headStep = dense ? heads : 1;
    long width = headStep * headBytes;
    boolean whole =
        headStep == heads
            && source.tokenStrideBytes() == width
            && target.tokenStrideBytes() == width;
    return new RangeCopy(
        source,
        target,
        tokenStart,
        tokens,
        headStart,
        heads,
        whole ? tokens : 1,
        headStep,
        headBytes);
  }

  /** A u64: every segment has bytes of its own. */
  long segments() {
    return Long.divideUnsigned(tokens, tokenStep) * Long.divideUnsigned(heads, headStep);
  }

  /** Bytes of all segments, a u64. */
  long nbytes() {
    return tokens * heads * headBytes;
  }

  /** All segments, token by token and head by head. */
  void forEach(Segments segments) {
    long nbytes = tokenStep * headStep * headBytes;
    for (long token = 0; token != tokens; token += tokenStep) {
      long sourceOffset = source.offset(tokenStart + token, headStart);
      long targetOffset = target.offset(tokenStart + token, headStart);
      for (long head = 0; head != heads; head += headStep) {
        segments.accept(
            sourceOffset + head * source.headStrideBytes(),
            targetOffset + head * target.headStrideBytes(),
            nbytes);
      }
    }
  }
}
