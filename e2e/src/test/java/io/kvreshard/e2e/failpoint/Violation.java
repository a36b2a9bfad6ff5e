package io.kvreshard.e2e.failpoint;

/** Something that must hold does not. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
  }
}
