package io.kvreshard.core.paged;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;

/** Rejections of this package, each named by the rule it stands for. */
final class Rule {
  private Rule() {}

  static void string(String value, String pointer, String field) {
    if (value.isEmpty()) {
      throw of(RejectionCategory.STRING, pointer, field + " must not be empty");
    }
  }

  static RejectedException range(String pointer, String message) {
    return of(RejectionCategory.RANGE, pointer, message);
  }

  static RejectedException limit(String pointer, String message) {
    return of(RejectionCategory.LIMIT, pointer, message);
  }

  static RejectedException coverage(String pointer, String message) {
    return of(RejectionCategory.COVERAGE, pointer, message);
  }

  static RejectedException geometry(String pointer, String message) {
    return of(RejectionCategory.GEOMETRY, pointer, message);
  }

  static RejectedException identity(String pointer, String message) {
    return of(RejectionCategory.IDENTITY, pointer, message);
  }

  static RejectedException duplicate(String pointer, String message) {
    return of(RejectionCategory.DUPLICATE_ID, pointer, message);
  }

  static RejectedException unknown(String pointer, String message) {
    return of(RejectionCategory.UNKNOWN_REF, pointer, message);
  }

  private static RejectedException of(RejectionCategory category, String pointer, String message) {
    return new RejectedException(category, pointer, message);
  }
}
