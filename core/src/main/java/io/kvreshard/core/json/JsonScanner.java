package io.kvreshard.core.json;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.math.BigInteger;

/**
 * The tokens of a JSON text, by the contract's strict grammar (CONTRACT §2). Rejections carry an
 * empty pointer: who drives the scanner knows where it is.
 */
final class JsonScanner {
  private static final int SAFE_DIGITS = 18;
  private static final int LONGEST_U64 = 20;
  private static final int RECENT = 256;

  /** A piece of text and the UTF-8 bytes that it has beyond its UTF-16 units. */
  record Span(int start, int end, int extraBytes) {
    static final Span NONE = new Span(0, 0, 0);

    Span since(Span before) {
      return new Span(before.end, end, extraBytes - before.extraBytes);
    }
  }

  private final String text;
  private final String[] recent = new String[RECENT];
  private final StringBuilder mixed = new StringBuilder();
  private int at;
  private int extraBytes;

  JsonScanner(String text) {
    this.text = text;
  }

  static RejectedException reject(RejectionCategory category, String message) {
    return new RejectedException(category, "", message);
  }

  /** The text's length in UTF-8, once all of it was scanned. */
  long utf8Length() {
    return (long) text.length() + extraBytes;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /** The next character, or 0 at the end; a raw 0 is no legal token either. */
  char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  void space() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      at++;
    }
  }

  boolean take(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) {
      at++;
    }
    return there;
  }

  boolean take(String token) {
    boolean there = text.startsWith(token, at);
    if (there) {
      at += token.length();
    }
    return there;
  }

  /** All that was read so far. */
  Span read() {
    return new Span(0, at, extraBytes);
  }

  /** Reads a piece of text that was read before, if it is next again. */
  boolean takeAgain(Span span) {
    int size = span.end() - span.start();
    boolean there = text.regionMatches(at, text, span.start(), size);
    if (there) {
      at += size;
      extraBytes += span.extraBytes();
    }
    return there;
  }

  void expect(char c) {
    if (!take(c)) {
      throw expected("'" + c + "'");
    }
  }

  RejectedException syntax(String problem) {
    return reject(RejectionCategory.SYNTAX, "not JSON: %s at character %d".formatted(problem, at));
  }

  private RejectedException expected(String what) {
    String found = atEnd() ? "the end" : Quoted.of(text.substring(at, at + 1));
    return reject(
        RejectionCategory.SYNTAX,
        "not JSON: %s is expected at character %d, not %s".formatted(what, at, found));
  }

  /** A string token; the opening quote is next. */
  String string() {
    expect('"');
    int start = at;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        return shared(start, at++);
      }
      if (c == '\\' || c < ' ' || c > '~') {
        return mixedString(start);
      }
      at++;
    }
    throw syntax("a string does not end");
  }

  /** Documents repeat the same few names: the same object for the same text. */
  private String shared(int start, int end) {
    int size = end - start;
    int slot = size == 0 ? 0 : (size * 31 + text.charAt(end - 1) * 7 + text.charAt(start));
    String known = recent[slot % RECENT];
    if (known != null && known.length() == size && text.startsWith(known, start)) {
      return known;
    }
    String fresh = text.substring(start, end);
    recent[slot % RECENT] = fresh;
    return fresh;
  }

  /** The rest of a string that has escapes or characters beyond ASCII. */
  private String mixedString(int start) {
    mixed.setLength(0);
    int plain = start;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        return mixed.append(text, plain, at++).toString();
      }
      if (c == '\\') {
        mixed.append(text, plain, at);
        at++;
        mixed.append(escaped());
        plain = at;
      } else if (c < ' ') {
        throw syntax("a raw control character");
      } else {
        at += c < 0x80 ? 1 : beyondAscii(c);
      }
    }
    throw syntax("a string does not end");
  }

  /** Counts the UTF-8 bytes of a raw character; returns its UTF-16 units. */
  private int beyondAscii(char c) {
    if (!Character.isSurrogate(c)) {
      extraBytes += c < 0x800 ? 1 : 2;
      return 1;
    }
    int next = at + 1;
    if (Character.isHighSurrogate(c)
        && next < text.length()
        && Character.isLowSurrogate(text.charAt(next))) {
      extraBytes += 2;
      return 2;
    }
    throw reject(
        RejectionCategory.ENCODING,
        "not Unicode: a lone surrogate at character " + at + "; write it as an escape");
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> throw syntax("an unknown escape");
    };
  }

  private char unit() {
    int value = 0;
    for (int i = 0; i < 4; i++, at++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw expected("a hexadecimal digit");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  /** An integer token of 0…2^64−1. */
  long u64() {
    boolean negative = take('-');
    int start = at;
    long value = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c < '0' || c > '9') {
        break;
      }
      if (at - start < SAFE_DIGITS) {
        value = value * 10 + (c - '0');
      }
      at++;
    }
    int digits = at - start;
    if (digits == 1 && value == 0) {
      checkInteger(digits);
      return 0;
    }
    checkDigits(start, digits);
    if (negative) {
      throw reject(RejectionCategory.RANGE, "0 is the least value allowed");
    }
    return digits <= SAFE_DIGITS ? value : longNumber(start, digits);
  }

  private void checkDigits(int start, int digits) {
    if (digits > 0 && text.charAt(start) == '0') {
      throw syntax("a number starts with a needless zero");
    }
    checkInteger(digits);
  }

  private void checkInteger(int digits) {
    char next = peek();
    if (digits == 0 || next == '.' || next == 'e' || next == 'E') {
      throw reject(RejectionCategory.INTEGER, "an integer without fraction or exponent is needed");
    }
    if (digits > Limits.DIGITS) {
      throw reject(
          RejectionCategory.INTEGER,
          "%d digits: at most %d are allowed".formatted(digits, Limits.DIGITS));
    }
  }

  private long longNumber(int start, int digits) {
    if (digits <= LONGEST_U64) {
      try {
        return Long.parseUnsignedLong(text, start, at, 10);
      } catch (NumberFormatException tooLarge) {
        // Twenty digits may exceed the range; the sentence below says so.
      }
    }
    throw reject(RejectionCategory.RANGE, "the number exceeds 2^64-1");
  }

  /** An integer token of 0 or more. */
  BigInteger natural() {
    int start = at;
    take('-');
    int first = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    int digits = at - first;
    if (digits > 1) {
      checkDigits(first, digits);
    } else {
      checkInteger(digits);
    }
    BigInteger value =
        digits <= SAFE_DIGITS
            ? BigInteger.valueOf(Long.parseLong(text, start, at, 10))
            : new BigInteger(text.substring(start, at));
    if (value.signum() < 0) {
      throw reject(RejectionCategory.RANGE, "0 is the least value allowed");
    }
    return value;
  }

  /** Any number token. */
  void number() {
    take('-');
    if (!take('0')) {
      digits();
    }
    if (take('.')) {
      digits();
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      digits();
    }
  }

  private void digits() {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start) {
      throw expected("a value");
    }
  }
}
