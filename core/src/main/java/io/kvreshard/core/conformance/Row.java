package io.kvreshard.core.conformance;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of a case file: maps, lists, strings, numbers, booleans and null, as any JSON
 * parser gives them. Every accessor throws {@link MalformedCase} where the field is not what is
 * asked for.
 */
public final class Row {
  private final Map<?, ?> fields;

  public Row(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** Names the case. */
  public String id() {
    return text("id");
  }

  /** Which question the case asks. */
  public String kind() {
    return text("kind");
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  @Nullable Object value(String name) {
    if (!has(name)) {
      throw new MalformedCase("it has no field \"" + name + "\"");
    }
    return fields.get(name);
  }

  String text(String name) {
    return as(String.class, name, value(name));
  }

  @Nullable String textOrNull(String name) {
    return value(name) == null ? null : text(name);
  }

  /** A u64; another integer is rejected, as the product would. */
  long u64(String name) {
    return u64(name, value(name));
  }

  @Nullable Long u64OrNull(String name) {
    return value(name) == null ? null : (Long) u64(name);
  }

  boolean bool(String name) {
    return as(Boolean.class, name, value(name));
  }

  BigDecimal number(String name) {
    return number(name, value(name));
  }

  Row object(String name) {
    return new Row(as(Map.class, name, value(name)));
  }

  List<?> list(String name) {
    return as(List.class, name, value(name));
  }

  List<String> texts(String name) {
    return list(name).stream().map(each -> as(String.class, name, each)).toList();
  }

  List<Row> objects(String name) {
    return list(name).stream().map(each -> new Row(as(Map.class, name, each))).toList();
  }

  Map<?, ?> fields() {
    return fields;
  }

  static BigDecimal number(String name, @Nullable Object value) {
    return new BigDecimal(as(Number.class, name, value).toString());
  }

  private static BigInteger integer(String name, @Nullable Object value) {
    try {
      return number(name, value).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw new MalformedCase("field \"" + name + "\" must be an integer");
    }
  }

  /** An argument of the product, which takes nothing else. */
  static long u64(String name, @Nullable Object value) {
    BigInteger number = integer(name, value);
    if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
      throw new RejectedException(
          RejectionCategory.RANGE, "/" + name, name + " is not in 0...2^64-1");
    }
    return number.longValue();
  }

  static <T> T as(Class<T> type, String name, @Nullable Object value) {
    if (!type.isInstance(value)) {
      throw new MalformedCase(
          "field \"%s\" must be a %s"
              .formatted(name, type.getSimpleName().toLowerCase(Locale.ROOT)));
    }
    return type.cast(value);
  }
}
