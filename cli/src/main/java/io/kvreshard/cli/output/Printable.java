package io.kvreshard.cli.output;

/** Texts out of files, made safe to print: a document must not be able to steer a terminal. */
public final class Printable {
  /** UTF-16 units; a sentence of ours has fewer. */
  private static final int LONGEST = 500;

  private Printable() {}

  /**
   * The text on one line: whatever is no visible character or space is escaped, what is too long is
   * cut.
   */
  public static String of(String text) {
    var out = new StringBuilder();
    int at = 0;
    while (at < text.length() && at < LONGEST) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      if (visible(point)) {
        out.appendCodePoint(point);
      } else {
        out.append("\\u%04x".formatted(point));
      }
    }
    return out.append(at < text.length() ? "..." : "").toString();
  }

  private static boolean visible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
