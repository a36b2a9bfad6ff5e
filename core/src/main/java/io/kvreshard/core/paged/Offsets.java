package io.kvreshard.core.paged;

/** Byte offsets inside a region: 0…2^63−1, or {@link #OVERFLOW}. Strides are u64. */
final class Offsets {
  /** Not an offset of any region. Every sum that involves it is it again. */
  static final long OVERFLOW = -1;

  private Offsets() {}

  /** {@code offset + count · stride}, with {@code count} in 0…2^63−1. */
  static long plus(long offset, long count, long stride) {
    if (count == 0 || offset < 0) {
      return offset < 0 ? OVERFLOW : offset;
    }
    if (stride < 0 || Math.multiplyHigh(count, stride) != 0) {
      return OVERFLOW;
    }
    long product = count * stride;
    return product < 0 || offset + product < 0 ? OVERFLOW : offset + product;
  }
}
