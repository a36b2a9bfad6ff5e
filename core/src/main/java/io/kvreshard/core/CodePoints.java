package io.kvreshard.core;

import java.util.Comparator;

/** The contract's order of strings: by Unicode code point, not by UTF-16 unit (CONTRACT §1). */
public final class CodePoints {
  /** U+FFFF sorts before U+10000, a lone surrogate as its own code point; a prefix sorts first. */
  public static final Comparator<String> ORDER = CodePoints::compare;

  private CodePoints() {}

  private static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Character.isSurrogate(x) || Character.isSurrogate(y)
            ? compareCodePoints(a, b, i)
            : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Compares at the first differing unit, which may be the second half of a pair. */
  private static int compareCodePoints(String a, String b, int differs) {
    boolean secondHalf =
        differs > 0
            && Character.isHighSurrogate(a.charAt(differs - 1))
            && (Character.isLowSurrogate(a.charAt(differs))
                || Character.isLowSurrogate(b.charAt(differs)));
    int start = secondHalf ? differs - 1 : differs;
    return Integer.compare(a.codePointAt(start), b.codePointAt(start));
  }
}
