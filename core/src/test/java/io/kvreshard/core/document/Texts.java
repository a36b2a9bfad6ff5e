package io.kvreshard.core.document;

import java.util.List;
import java.util.Random;

/** Changes of a text that know nothing of JSON. */
final class Texts {
  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u",
          "\\ud800",
          "\ud800",
          "\u0000",
          "\ufeff",
          "\u007f",
          "\ud83d\ude00",
          "null",
          "true",
          "NaN",
          "-Infinity",
          "-",
          "-0",
          "00",
          "1e9",
          "0.0",
          "1",
          "18446744073709551615",
          "18446744073709551616",
          "9".repeat(4301),
          "[".repeat(70),
          "{\"a\":".repeat(70),
          "[".repeat(20_000),
          " ".repeat(5000),
          "\"key\"",
          "//",
          "'",
          "\n");

  private Texts() {}

  static String change(Random random, String text) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + 1 + random.nextInt(1 + random.nextInt(40)));
    String before = text.substring(0, from);
    String piece = text.substring(from, to);
    String after = text.substring(to);
    return switch (random.nextInt(8)) {
      case 0 -> before + after;
      case 1 -> before + piece + piece + after;
      case 2 -> before;
      case 3 -> before + new StringBuilder(piece).reverse() + after;
      case 4 -> before + (char) random.nextInt(0x80) + after;
      case 5 -> before + (char) random.nextInt(0x10000) + piece + after;
      case 6 -> after + before;
      default -> before + TOKENS.get(random.nextInt(TOKENS.size())) + piece + after;
    };
  }
}
