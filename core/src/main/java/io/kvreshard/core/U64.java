package io.kvreshard.core;

import java.math.BigInteger;

/** Unsigned 64-bit arithmetic of the wire contract: a {@code long} read as 0…2^64−1. */
public final class U64 {
  /** 2^64−1. */
  public static final long MAX = -1L;

  private U64() {}

  /** True if {@code a <= b}. */
  public static boolean le(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0;
  }

  /** True if {@code a < b}. */
  public static boolean lt(long a, long b) {
    return Long.compareUnsigned(a, b) < 0;
  }

  /** Like {@link Long#compareUnsigned}. */
  public static int compare(long a, long b) {
    return Long.compareUnsigned(a, b);
  }

  /** The smaller of the two. */
  public static long min(long a, long b) {
    return le(a, b) ? a : b;
  }

  /** The larger of the two. */
  public static long max(long a, long b) {
    return le(a, b) ? b : a;
  }

  /** True if {@code a + b <= 2^64−1}. */
  public static boolean sumFits(long a, long b) {
    return le(a, MAX - b);
  }

  /** True if {@code a · b <= 2^64−1}. */
  public static boolean productFits(long a, long b) {
    return Math.unsignedMultiplyHigh(a, b) == 0;
  }

  /** {@code a + b}. Throws {@link ArithmeticException} if that exceeds 2^64−1. */
  public static long addExact(long a, long b) {
    if (!sumFits(a, b)) {
      throw new ArithmeticException(text(a) + " + " + text(b) + " exceeds 2^64-1");
    }
    return a + b;
  }

  /** {@code a · b}. Throws {@link ArithmeticException} if that exceeds 2^64−1. */
  public static long multiplyExact(long a, long b) {
    if (!productFits(a, b)) {
      throw new ArithmeticException(text(a) + " * " + text(b) + " exceeds 2^64-1");
    }
    return a * b;
  }

  /** The number without bounds. */
  public static BigInteger big(long value) {
    return value >= 0 ? BigInteger.valueOf(value) : new BigInteger(text(value));
  }

  /** Plain decimal, 0…18446744073709551615. */
  public static String text(long value) {
    return Long.toUnsignedString(value);
  }
}
