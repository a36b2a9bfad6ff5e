package io.kvreshard.core.resolved;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Descriptor;

/**
 * Strides, bounds and alignment of one range in its region (CONTRACT §7). The least strides hold
 * even where they are not used: for one head or one token, too.
 */
final class RangeGeometry {
  private final ResolvedRange range;

  private RangeGeometry(ResolvedRange range) {
    this.range = range;
  }

  /** The bytes of a range that lies in its region. */
  static SpanGrid check(ResolvedRange range, RegisteredRegion region, Descriptor descriptor) {
    var geometry = new RangeGeometry(range);
    long headBytes = descriptor.rowBytes(range.component());
    long row = geometry.rowBytes(headBytes);
    geometry.inside(region, row);
    long address = region.address() + range.offsetBytes();
    geometry.aligned("address", address, descriptor.itemsize());
    geometry.aligned("token_stride_bytes", range.tokenStrideBytes(), descriptor.itemsize());
    geometry.aligned("head_stride_bytes", range.headStrideBytes(), descriptor.itemsize());
    return SpanGrid.of(range, address, headBytes);
  }

  /** Bytes from the first to behind the last head of one token. */
  private long rowBytes(long headBytes) {
    long stride = range.headStrideBytes();
    if (U64.lt(stride, headBytes)) {
      throw geometry(
          "head_stride_bytes is %s, one head has %s bytes"
              .formatted(U64.text(stride), U64.text(headBytes)));
    }
    long row = plus(headBytes, range.headCount() - 1, stride);
    if (U64.lt(range.tokenStrideBytes(), row)) {
      throw geometry(
          "token_stride_bytes is %s, the heads of one token take %s bytes"
              .formatted(U64.text(range.tokenStrideBytes()), U64.text(row)));
    }
    return row;
  }

  private void inside(RegisteredRegion region, long row) {
    long bytes = plus(row, range.tokenCount() - 1, range.tokenStrideBytes());
    long end = plus(bytes, 1, range.offsetBytes());
    if (U64.lt(region.nbytes(), end)) {
      throw geometry(
          "it ends at byte %s, the region has %s bytes"
              .formatted(U64.text(end), U64.text(region.nbytes())));
    }
  }

  private void aligned(String what, long value, long itemsize) {
    if (Long.remainderUnsigned(value, itemsize) != 0) {
      throw geometry(
          "%s %s is no multiple of the item size %s"
              .formatted(what, U64.text(value), U64.text(itemsize)));
    }
  }

  /** {@code base + count · stride}, which must be a u64. */
  private long plus(long base, long count, long stride) {
    if (!U64.productFits(count, stride) || !U64.sumFits(base, count * stride)) {
      throw reject(RejectionCategory.RANGE, "it ends beyond byte 2^64-1, and so beyond its region");
    }
    return base + count * stride;
  }

  private RejectedException geometry(String why) {
    return reject(RejectionCategory.GEOMETRY, why);
  }

  private RejectedException reject(RejectionCategory category, String why) {
    return Check.reject(category, "/ranges", range + ": " + why);
  }
}
