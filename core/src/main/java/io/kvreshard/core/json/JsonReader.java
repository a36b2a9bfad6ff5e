package io.kvreshard.core.json;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document value by value, in one pass and without a tree. Objects have exactly the fields
 * that the caller names, in any order:
 *
 * <pre>{@code
 * for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
 *   switch (field) {
 *     case "dp" -> dp = in.u64();
 *     …
 *     default -> throw in.unhandled(field);
 *   }
 * }
 * }</pre>
 *
 * When the loop ends, every field was there once. Rejections carry pointers relative to {@link
 * #pointer}; {@link StrictJson#read} makes them absolute.
 */
public final class JsonReader {
  private static final FieldSet NO_FIELDS = FieldSet.of();

  /** An open object or array. */
  private static final class Level {
    FieldSet fields = NO_FIELDS;
    @Nullable String field;
    long seen;
    int expected;
    int index;
    int limit;

    void openObject(FieldSet exactly) {
      fields = exactly;
      field = null;
      seen = 0;
      expected = 0;
    }

    void openArray(int atMost) {
      fields = NO_FIELDS;
      field = null;
      index = -1;
      limit = atMost;
    }
  }

  private final JsonScanner scanner;
  private final List<Level> levels = new ArrayList<>();
  private int depth;

  JsonReader(String text) {
    this.scanner = new JsonScanner(text);
    scanner.space();
  }

  /** Enters an object; the first field's name, or null if there is none. */
  public @Nullable String beginObject(FieldSet exactly) {
    if (!scanner.take('{')) {
      throw JsonScanner.reject(RejectionCategory.NOT_OBJECT, "an object is needed");
    }
    push().openObject(exactly);
    scanner.space();
    return scanner.take('}') ? endObject() : fieldName(top());
  }

  /** The next field's name, when the value before was read; null at the object's end. */
  public @Nullable String nextField() {
    Level level = top();
    int expected = level.expected;
    if (expected < level.fields.size() && scanner.take(level.fields.next(expected))) {
      return entered(level, expected);
    }
    level.field = null;
    scanner.space();
    if (scanner.take('}')) {
      return endObject();
    }
    scanner.expect(',');
    scanner.space();
    return fieldName(level);
  }

  /** For the default branch of a loop over fields that does not name all of them. */
  public IllegalStateException unhandled(String name) {
    return new IllegalStateException("the reader of field " + name + " is missing");
  }

  /** Enters an array of at most so many elements; then {@link #nextElement} goes to each. */
  public void beginArray(int atMost) {
    if (!scanner.take('[')) {
      throw JsonScanner.reject(RejectionCategory.LIST, "an array is needed");
    }
    push().openArray(atMost);
  }

  /** True if another element is next; false leaves the array. */
  public boolean nextElement() {
    Level level = top();
    scanner.space();
    if (scanner.take(']')) {
      depth--;
      return false;
    }
    if (++level.index > 0) {
      scanner.expect(',');
      scanner.space();
    }
    if (level.index >= level.limit) {
      throw JsonScanner.reject(
          RejectionCategory.LIMIT, "at most " + level.limit + " items are allowed");
    }
    return true;
  }

  /** An integer of 0…2^64−1. */
  public long u64() {
    return scanner.u64();
  }

  /** An array of integers of 0…2^64−1. */
  public long[] u64s(int atMost) {
    long[] values = new long[16];
    int count = 0;
    beginArray(atMost);
    while (nextElement()) {
      if (count == values.length) {
        values = Arrays.copyOf(values, count * 2);
      }
      values[count++] = u64();
    }
    return Arrays.copyOf(values, count);
  }

  /** A string that is not empty. */
  public String string() {
    String value = scanner.peek() == '"' ? scanner.string() : "";
    if (value.isEmpty()) {
      throw JsonScanner.reject(RejectionCategory.STRING, "a string that is not empty is needed");
    }
    return value;
  }

  /** A string that is not empty, or null. */
  public @Nullable String stringOrNull() {
    return scanner.take("null") ? null : string();
  }

  /** An array of strings that are not empty. */
  public List<String> strings(int atMost) {
    List<String> values = new ArrayList<>();
    beginArray(atMost);
    while (nextElement()) {
      values.add(string());
    }
    return values;
  }

  /** An array of values that {@code element} reads. */
  public <T> List<T> list(int atMost, Function<JsonReader, T> element) {
    List<T> values = new ArrayList<>();
    beginArray(atMost);
    while (nextElement()) {
      values.add(element.apply(this));
    }
    return values;
  }

  /** An integer of 0 or more, however large (CONTRACT §2): at most 4,300 digits. */
  public BigInteger natural() {
    return scanner.natural();
  }

  public boolean bool() {
    if (scanner.take("true")) {
      return true;
    }
    if (scanner.take("false")) {
      return false;
    }
    throw JsonScanner.reject(RejectionCategory.TYPE, "true or false is needed");
  }

  /** All that was read so far. */
  JsonScanner.Span read() {
    return scanner.read();
  }

  /** Skips what is the same text again. */
  boolean takeAgain(JsonScanner.Span span) {
    return scanner.takeAgain(span);
  }

  /** JSON pointer of the value that is read, or was read last. */
  String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (Level level : levels.subList(0, depth)) {
      if (level.field != null) {
        pointer.append('/').append(level.field.replace("~", "~0").replace("/", "~1"));
      } else if (level.fields == NO_FIELDS && level.index >= 0) {
        pointer.append('/').append(level.index);
      }
    }
    return pointer.toString();
  }

  /** True if all of the text was read, and therefore is JSON. */
  boolean wasReadToEnd() {
    scanner.space();
    return depth == 0 && !levels.isEmpty() && scanner.atEnd();
  }

  /** Rejects anything after the document, and a text that is too long. */
  void end() {
    scanner.space();
    if (!scanner.atEnd()) {
      throw scanner.syntax("something follows the document");
    }
    StrictJson.checkLength(scanner.utf8Length());
  }

  static RejectedException duplicate(String name) {
    return JsonScanner.reject(
        RejectionCategory.DUPLICATE_FIELD, "field " + Quoted.of(name) + " is there twice");
  }

  private String fieldName(Level level) {
    String name = scanner.string();
    int found = level.fields.indexOf(name);
    if (found < 0) {
      throw JsonScanner.reject(
          RejectionCategory.FIELDS, "field " + Quoted.of(name) + " is unknown");
    }
    scanner.space();
    scanner.expect(':');
    return entered(level, found);
  }

  /** A field of this place is next; its name and colon were read. */
  private String entered(Level level, int found) {
    String name = level.fields.name(found);
    if ((level.seen & (1L << found)) != 0) {
      level.field = null;
      throw duplicate(name);
    }
    level.seen |= 1L << found;
    level.expected = found + 1;
    level.field = name;
    scanner.space();
    return name;
  }

  private @Nullable String endObject() {
    Level level = top();
    if (!level.fields.complete(level.seen)) {
      throw JsonScanner.reject(RejectionCategory.FIELDS, level.fields.problem(level.seen));
    }
    depth--;
    return null;
  }

  private Level push() {
    if (depth == Limits.DEPTH) {
      throw JsonScanner.reject(
          RejectionCategory.DEPTH, "nested deeper than " + Limits.DEPTH + " levels");
    }
    if (depth == levels.size()) {
      levels.add(new Level());
    }
    return levels.get(depth++);
  }

  private Level top() {
    return levels.get(depth - 1);
  }
}
