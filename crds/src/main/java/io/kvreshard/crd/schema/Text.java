package io.kvreshard.crd.schema;

import org.jspecify.annotations.Nullable;

/** Makes any text, such as an engine's error message, one that a custom resource may hold. */
public final class Text {
  private static final int NOT_A_CHARACTER = 0xFFFD;

  private Text() {}

  /**
   * The text without NUL and lone surrogates (each becomes U+FFFD), cut to a number of code points
   * with "…" at the end.
   */
  public static String clip(String text, int limit) {
    var clipped = new StringBuilder();
    var points = text.codePoints().iterator();
    for (int length = 1; points.hasNext(); length++) {
      int point = points.nextInt();
      if (length == limit && points.hasNext()) {
        return clipped.append('…').toString();
      }
      boolean legal =
          point != 0 && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
      clipped.appendCodePoint(legal ? point : NOT_A_CHARACTER);
    }
    return clipped.toString();
  }

  /** The same; null stays null. */
  public static @Nullable String clipNullable(@Nullable String text, int limit) {
    return text == null ? null : clip(text, limit);
  }
}
