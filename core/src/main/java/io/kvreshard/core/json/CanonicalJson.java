package io.kvreshard.core.json;

import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes canonical JSON: pure ASCII, no white space (CONTRACT §1). The caller names an object's
 * fields in ascending order; the writer streams, so that a document of a million edges is hashed
 * without ever being a text.
 */
public final class CanonicalJson {
  private final AsciiBuffer out;
  private boolean comma;

  CanonicalJson(AsciiBuffer out, boolean comma) {
    this.out = out;
    this.comma = comma;
  }

  /** The document as text. */
  public static String text(Consumer<CanonicalJson> document) {
    return written(document).toText();
  }

  /** The document as ASCII bytes. */
  public static byte[] bytes(Consumer<CanonicalJson> document) {
    return written(document).toBytes();
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

  /** The next field's name; letters, digits and underscores, greater than the one before. */
  public CanonicalJson name(String name) {
    separate();
    out.put('"');
    out.put(name);
    out.put("\":");
    comma = false;
    return this;
  }

  public CanonicalJson string(String value) {
    separate();
    out.put('"');
    out.putEscaped(value);
    out.put('"');
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
    out.putU64(value);
    return this;
  }

  /** An integer of any size. */
  public CanonicalJson integer(BigInteger value) {
    return literal(value.toString());
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
    out.put(canonical);
    return this;
  }

  /** Bytes written so far. */
  public long length() {
    return out.written();
  }

  boolean comma() {
    return comma;
  }

  void flush() {
    out.flush();
  }

  private static AsciiBuffer written(Consumer<CanonicalJson> document) {
    AsciiBuffer bytes = AsciiBuffer.growing();
    document.accept(new CanonicalJson(bytes, false));
    return bytes;
  }

  private CanonicalJson literal(String ascii) {
    separate();
    out.put(ascii);
    return this;
  }

  private CanonicalJson open(char bracket) {
    separate();
    out.put(bracket);
    comma = false;
    return this;
  }

  private CanonicalJson close(char bracket) {
    out.put(bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      out.put(',');
    }
    comma = true;
  }
}
