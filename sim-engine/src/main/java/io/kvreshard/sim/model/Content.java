package io.kvreshard.sim.model;

import io.kvreshard.core.contract.Component;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The content rule: every byte of a simulated cache is a function of the seed and of (layer,
 * component, token, head, byte), so that anybody can check any byte. Different places have
 * different rows, except by chance of 2⁻⁶⁴.
 *
 * @param seed two engines with equal seeds claim to hold the same tokens
 */
public record Content(long seed) {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Writes the row of one (token, head). */
  public void write(
      long layer,
      Component component,
      long token,
      long head,
      MemorySegment to,
      long offset,
      int bytes) {
    long row =
        mix(mix(mix(seed + layer * 2 + (component == Component.KEY ? 0 : 1)) + token) + head);
    fill(row, to, offset, bytes);
  }

  /** Writes what may stand in no cache: the bytes of places that nobody may touch. */
  public static void writeGuard(MemorySegment to, long offset, long place, long bytes) {
    long at = 0;
    for (; at < bytes && ((place + at) & 7) != 0; at++) {
      to.set(ValueLayout.JAVA_BYTE, offset + at, guard(place + at));
    }
    for (; at + 8 <= bytes; at += 8) {
      to.set(LONG, offset + at, guardWord((place + at) >>> 3));
    }
    for (; at < bytes; at++) {
      to.set(ValueLayout.JAVA_BYTE, offset + at, guard(place + at));
    }
  }

  private static byte guard(long place) {
    return (byte) (guardWord(place >>> 3) >>> (8 * (place & 7)));
  }

  private static long guardWord(long index) {
    return mix(index ^ 0x6755617264L);
  }

  private static void fill(long row, MemorySegment to, long offset, int bytes) {
    int at = 0;
    for (; at + 8 <= bytes; at += 8) {
      to.set(LONG, offset + at, mix(row + at * GOLDEN));
    }
    if (at < bytes) {
      long word = mix(row + at * GOLDEN);
      for (; at < bytes; at++, word >>>= 8) {
        to.set(ValueLayout.JAVA_BYTE, offset + at, (byte) word);
      }
    }
  }

  /** Stafford's mix 13 of SplitMix64. */
  static long mix(long z) {
    long x = z + GOLDEN;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
