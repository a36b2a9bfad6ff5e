package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import org.jspecify.annotations.Nullable;

/**
 * The scalar rules of the documents (CONTRACT §3), with pointers relative to the object checked.
 */
public final class Check {
  private Check() {}

  public static RejectedException reject(
      RejectionCategory category, String pointer, String message) {
    return new RejectedException(category, pointer, message);
  }

  public static void notEmpty(String pointer, String value) {
    if (value.isEmpty()) {
      throw reject(RejectionCategory.STRING, pointer, "a string that is not empty is needed");
    }
  }

  public static void positive(String pointer, long value) {
    if (value == 0) {
      throw reject(RejectionCategory.RANGE, pointer, "1 is the least value allowed");
    }
  }

  /** {@code start + count <= bound}. */
  public static void inside(String pointer, long start, long count, long bound, String boundName) {
    if (!U64.sumFits(start, count) || !U64.le(start + count, bound)) {
      throw reject(
          RejectionCategory.RANGE,
          pointer,
          "%s + %s exceeds %s (%s)"
              .formatted(U64.text(start), U64.text(count), boundName, U64.text(bound)));
    }
  }

  /** {@code a · b <= 2^64−1}. */
  public static void productFits(String pointer, long a, long b) {
    if (!U64.productFits(a, b)) {
      throw reject(
          RejectionCategory.RANGE,
          pointer,
          "%s * %s exceeds 2^64-1".formatted(U64.text(a), U64.text(b)));
    }
  }

  public static void same(String pointer, String what, String actual, String expected) {
    if (!actual.equals(expected)) {
      throw reject(
          RejectionCategory.IDENTITY,
          pointer,
          "%s is %s, but must be %s".formatted(what, Quoted.of(actual), Quoted.of(expected)));
    }
  }

  /** A success has no error, a failure names one. */
  public static void outcome(boolean success, @Nullable String error) {
    if (success && error != null) {
      throw reject(RejectionCategory.STATE, "/error", "a success has no error");
    }
    if (!success && (error == null || error.isEmpty())) {
      throw reject(RejectionCategory.STRING, "/error", "a failure names its error");
    }
  }

  /** The only kind of resource that the contract knows. */
  public static void resourceKind(String kind) {
    if (!kind.equals("kv_cache")) {
      throw reject(
          RejectionCategory.ENUM,
          "",
          "resource_kind " + Quoted.of(kind) + " is unknown: it must be \"kv_cache\"");
    }
  }

  /** The only schema that a document may state. */
  public static String schema(String stated, String known) {
    if (!stated.equals(known)) {
      throw reject(
          RejectionCategory.ENUM,
          "",
          "schema %s is unknown: this version knows %s"
              .formatted(Quoted.of(stated), Quoted.of(known)));
    }
    return stated;
  }

  /**
   * An extension document states its schema; one that upstream can read has none.
   *
   * @param hashed schema of the content
   * @param extension schema that the content has if it is an extension
   */
  static void stated(@Nullable String stated, String hashed, String extension) {
    boolean needed = hashed.equals(extension);
    if (needed && stated == null) {
      throw reject(
          RejectionCategory.FIELDS,
          "",
          "field schema is missing: this content needs " + Quoted.of(extension));
    }
    if (!needed && stated != null) {
      throw reject(
          RejectionCategory.FIELDS,
          "/schema",
          "nothing here goes beyond the upstream contract: write it as an upstream document,"
              + " without schema");
    }
  }
}
