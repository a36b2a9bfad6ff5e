package io.kvreshard.core.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** ASCII bytes on their way into a sink, or into an array that grows with them. */
final class AsciiBuffer {
  private static final int FIRST_BYTES = 512;
  private static final int SINK_BYTES = 2048;
  private static final int LONGEST_NUMBER = 20;
  private static final int LONGEST_ESCAPE = 6;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final @Nullable ByteSink sink;
  private byte[] buffer;
  private int length;
  private long flushed;

  private AsciiBuffer(@Nullable ByteSink sink, int bytes) {
    this.sink = sink;
    this.buffer = new byte[bytes];
  }

  /** Hands the bytes on, a few thousand at a time. */
  static AsciiBuffer into(ByteSink sink) {
    return new AsciiBuffer(sink, SINK_BYTES);
  }

  /** Keeps all bytes. */
  static AsciiBuffer growing() {
    return new AsciiBuffer(null, FIRST_BYTES);
  }

  /** All bytes ever put. */
  long written() {
    return flushed + length;
  }

  /** A growing buffer's bytes. */
  byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  /** A growing buffer's text. */
  String toText() {
    return new String(buffer, 0, length, StandardCharsets.US_ASCII);
  }

  /** Hands on what is here. */
  void flush() {
    if (sink != null) {
      sink.accept(buffer, 0, length);
      flushed += length;
      length = 0;
    }
  }

  void put(char ascii) {
    reserve(1);
    buffer[length++] = (byte) ascii;
  }

  /** Puts a text of ASCII characters; a short one, as a sink's buffer is not larger. */
  @SuppressWarnings("deprecation") // It keeps the low bytes only: all that ASCII has.
  void put(String ascii) {
    int size = ascii.length();
    reserve(size);
    ascii.getBytes(0, size, buffer, length);
    length += size;
  }

  void put(byte[] ascii) {
    if (sink != null && ascii.length > SINK_BYTES) {
      flush();
      sink.accept(ascii, 0, ascii.length);
      flushed += ascii.length;
      return;
    }
    reserve(ascii.length);
    System.arraycopy(ascii, 0, buffer, length, ascii.length);
    length += ascii.length;
  }

  /** Puts an unsigned number. */
  void putU64(long value) {
    if (value < 0) {
      put(Long.toUnsignedString(value));
      return;
    }
    reserve(LONGEST_NUMBER);
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    long rest = value;
    for (int at = length + digits - 1; at >= length; at--) {
      buffer[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  /** Puts a text with the escapes that canonical JSON needs. */
  void putEscaped(String text) {
    for (int at = 0; at < text.length(); ) {
      reserve(LONGEST_ESCAPE);
      int room = buffer.length - length;
      at = putPlain(text, at, at + Math.min(text.length() - at, room));
      int escapes = (buffer.length - length) / LONGEST_ESCAPE;
      at = putEscapes(text, at, at + Math.min(text.length() - at, escapes));
    }
  }

  /** Puts characters up to one that needs an escape; there is room for all. */
  private int putPlain(String text, int from, int to) {
    byte[] into = buffer;
    int shift = length - from;
    int at = from;
    for (; at < to; at++) {
      char c = text.charAt(at);
      if (!isPlain(c)) {
        break;
      }
      into[shift + at] = (byte) c;
    }
    length = shift + at;
    return at;
  }

  /** Puts escapes up to a character that needs none; there is room for all. */
  private int putEscapes(String text, int from, int to) {
    byte[] into = buffer;
    int end = length;
    int at = from;
    for (; at < to; at++) {
      char c = text.charAt(at);
      if (isPlain(c)) {
        break;
      }
      into[end++] = '\\';
      switch (c) {
        case '"', '\\' -> into[end++] = (byte) c;
        case '\n' -> into[end++] = 'n';
        case '\r' -> into[end++] = 'r';
        case '\t' -> into[end++] = 't';
        case '\b' -> into[end++] = 'b';
        case '\f' -> into[end++] = 'f';
        default -> {
          into[end] = 'u';
          into[end + 1] = HEX[c >> 12];
          into[end + 2] = HEX[c >> 8 & 0xF];
          into[end + 3] = HEX[c >> 4 & 0xF];
          into[end + 4] = HEX[c & 0xF];
          end += 5;
        }
      }
    }
    length = end;
    return at;
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  }

  private void reserve(int bytes) {
    if (buffer.length - length < bytes) {
      flush();
      if (sink == null) {
        buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + bytes));
      }
    }
  }
}
