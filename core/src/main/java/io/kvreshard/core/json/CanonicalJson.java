package io.kvreshard.core.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes canonical JSON: pure ASCII, no white space (CONTRACT §1). The caller names an object's
 * fields in ascending order; the writer streams, so that a document of a million edges is hashed
 * without ever being a text.
 */
public final class CanonicalJson {
  private static final int BUFFER_BYTES = 4096;
  private static final int LONGEST_NUMBER = 20;
  private static final int LONGEST_ESCAPE = 6;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final ByteSink sink;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int length;
  private long flushed;
  private boolean comma;

  CanonicalJson(ByteSink sink, boolean comma) {
    this.sink = sink;
    this.comma = comma;
  }

  /** The document as text. */
  public static String text(Consumer<CanonicalJson> document) {
    return written(document).toString(StandardCharsets.US_ASCII);
  }

  /** The document as ASCII bytes. */
  public static byte[] bytes(Consumer<CanonicalJson> document) {
    return written(document).toByteArray();
  }

  /** The document's SHA-256, {@code sha(x)} of the contract. */
  public static String sha256(Consumer<CanonicalJson> document) {
    CanonicalHash hash = new CanonicalHash();
    document.accept(hash.json());
    return hash.hex();
  }

  public CanonicalJson beginObject() {
    return open('{');
  }

  public CanonicalJson endObject() {
    return close('}');
  }

  public CanonicalJson beginArray() {
    return open('[');
  }

  public CanonicalJson endArray() {
    return close(']');
  }

  /** The next field's name; ASCII, greater than the one before. */
  public CanonicalJson name(String name) {
    string(name);
    put(':');
    comma = false;
    return this;
  }

  public CanonicalJson string(String value) {
    separate();
    put('"');
    int size = value.length();
    int at = 0;
    while (at < size) {
      int end = at + Math.min(size - at, BUFFER_BYTES - length);
      at = plain(value, at, end);
      if (at < end) {
        escape(value.charAt(at++));
      } else if (at < size) {
        flush();
      }
    }
    put('"');
    return this;
  }

  public CanonicalJson stringOrNull(@Nullable String value) {
    return value == null ? literal("null") : string(value);
  }

  public CanonicalJson strings(List<String> values) {
    beginArray();
    values.forEach(this::string);
    return endArray();
  }

  /** An unsigned number. */
  public CanonicalJson u64(long value) {
    separate();
    if (value < 0) {
      ascii(Long.toUnsignedString(value));
      return this;
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
    return this;
  }

  public CanonicalJson u64s(long[] values) {
    beginArray();
    for (long value : values) {
      u64(value);
    }
    return endArray();
  }

  public CanonicalJson bool(boolean value) {
    return literal(value ? "true" : "false");
  }

  /** Values that are canonical JSON already, as {@link #bytes} gives them. */
  public CanonicalJson fragment(byte[] canonical) {
    separate();
    if (canonical.length > BUFFER_BYTES) {
      flush();
      sink.accept(canonical, 0, canonical.length);
      flushed += canonical.length;
      return this;
    }
    reserve(canonical.length);
    System.arraycopy(canonical, 0, buffer, length, canonical.length);
    length += canonical.length;
    return this;
  }

  /** Bytes written so far. */
  public long length() {
    return flushed + length;
  }

  boolean comma() {
    return comma;
  }

  void flush() {
    sink.accept(buffer, 0, length);
    flushed += length;
    length = 0;
  }

  private static ByteArrayOutputStream written(Consumer<CanonicalJson> document) {
    var bytes = new ByteArrayOutputStream(BUFFER_BYTES);
    CanonicalJson json = new CanonicalJson(bytes::write, false);
    document.accept(json);
    json.flush();
    return bytes;
  }

  private CanonicalJson literal(String ascii) {
    separate();
    ascii(ascii);
    return this;
  }

  private CanonicalJson open(char bracket) {
    separate();
    put(bracket);
    comma = false;
    return this;
  }

  private CanonicalJson close(char bracket) {
    put(bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      put(',');
    }
    comma = true;
  }

  /** Writes characters up to one that needs an escape; they fit into the buffer. */
  private int plain(String value, int from, int to) {
    int into = length - from;
    int at = from;
    for (; at < to; at++) {
      char c = value.charAt(at);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        break;
      }
      buffer[into + at] = (byte) c;
    }
    length = into + at;
    return at;
  }

  private void escape(char c) {
    reserve(LONGEST_ESCAPE);
    buffer[length++] = '\\';
    switch (c) {
      case '"', '\\' -> buffer[length++] = (byte) c;
      case '\n' -> buffer[length++] = 'n';
      case '\r' -> buffer[length++] = 'r';
      case '\t' -> buffer[length++] = 't';
      case '\b' -> buffer[length++] = 'b';
      case '\f' -> buffer[length++] = 'f';
      default -> {
        buffer[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
          buffer[length++] = HEX[(c >> shift) & 0xF];
        }
      }
    }
  }

  private void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      put(text.charAt(i));
    }
  }

  private void put(char ascii) {
    if (length == BUFFER_BYTES) {
      flush();
    }
    buffer[length++] = (byte) ascii;
  }

  private void reserve(int bytes) {
    if (BUFFER_BYTES - length < bytes) {
      flush();
    }
  }
}
