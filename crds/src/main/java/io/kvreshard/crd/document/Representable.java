package io.kvreshard.crd.document;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;
import java.util.regex.Pattern;

/**
 * Whether a value is one that this field of a custom resource can hold: the schema's rules, for
 * values that come from wire documents or through a control plane without schemas.
 */
record Representable(FieldPath at) {
  /** Any string of the schema. */
  String text(String value) {
    return limited(value, Bounds.TEXT);
  }

  /** A short name. */
  String name(String value, String pattern) {
    return matching(limited(value, Bounds.NAME), pattern);
  }

  /** A string of a form. */
  String text(String value, String pattern) {
    return matching(limited(value, Bounds.TEXT), pattern);
  }

  /** 0…2^53 − 1. */
  long number(long value) {
    if (value < 0 || value > (long) Bounds.INTEGER) {
      throw new RejectedFieldException(
          at,
          RejectionCategory.RANGE,
          "%d (unsigned: %s) is not within 0…2^53-1".formatted(value, U64.text(value)));
    }
    return value;
  }

  private String limited(String value, int limit) {
    int length = value.codePointCount(0, value.length());
    if (length == 0 || length > limit || !Text.clip(value, limit).equals(value)) {
      throw new RejectedFieldException(
          at,
          RejectionCategory.LIMIT,
          "a custom resource holds strings of 1 to %d characters without NUL and lone surrogates"
              .formatted(limit));
    }
    return value;
  }

  private String matching(String value, String pattern) {
    if (!Pattern.matches(pattern, value)) {
      throw new RejectedFieldException(
          at,
          RejectionCategory.LIMIT,
          "%s does not match %s, as a custom resource demands here"
              .formatted(Quoted.of(value), pattern));
    }
    return value;
  }
}
