package io.kvreshard.bench.control;

/** It cannot be measured here; the message says to a person why, and what to do. */
public final class UnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnavailableException(String message) {
    super(message);
  }
}
