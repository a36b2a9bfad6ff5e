package io.kvreshard.cli.wire;

/** Finds where one JSON object ends and the next begins, by their brackets and strings alone. */
final class ObjectScan {
  private final String text;
  private final int start;

  ObjectScan(String text, int start) {
    this.text = text;
    this.start = start;
  }

  /**
   * Where the object after the one that begins at the start begins; the text's end if none does.
   */
  int end() {
    int depth = 0;
    boolean closed = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        continue;
      }
      if (closed && c == '{') {
        return i;
      }
      switch (c) {
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case '"' -> i = endOfString(i);
        default -> {}
      }
      closed = depth == 0 && c == '}';
    }
    return text.length();
  }

  /** The closing quote, or the text's last character. */
  private int endOfString(int opening) {
    int i = opening + 1;
    while (i < text.length() - 1 && text.charAt(i) != '"') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(i, text.length() - 1);
  }
}
