package io.kvreshard.crd.control;

/** Somebody else has created, changed or removed the object in between: read again, decide anew. */
public final class ConflictException extends Exception {
  private static final long serialVersionUID = 1L;

  public ConflictException(String message) {
    super(message);
  }
}
