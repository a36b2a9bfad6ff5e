package io.kvreshard.core;

/** Names out of documents, made safe for messages: printable ASCII, of bounded length. */
public final class Quoted {
  private static final int LONGEST = 80;

  private Quoted() {}

  /** The name in double quotes, escaped, cut after 80 characters. */
  public static String of(String name) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < Math.min(name.length(), LONGEST); i++) {
      char c = name.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c <= '~') {
        out.append(c);
      } else {
        out.append("\\u%04x".formatted((int) c));
      }
    }
    return out.append(name.length() > LONGEST ? "...\"" : "\"").toString();
  }
}
