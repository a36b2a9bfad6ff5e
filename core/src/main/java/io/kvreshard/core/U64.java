package io.kvreshard.core;

/** Unsigned 64-bit arithmetic of the wire contract: a {@code long} read as 0…2^64−1. */
public final class U64 {
  private U64() {}

  /** True if {@code a <= b}. */
  public static boolean le(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0;
  }
}
