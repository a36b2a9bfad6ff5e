package io.kvreshard.core;

/** The one exception of invalid documents and of requests that the contract forbids. */
public final class RejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  public RejectedException(Rejection rejection) {
    super(rejection.text());
    this.rejection = rejection;
  }

  public RejectedException(RejectionCategory category, String pointer, String message) {
    this(new Rejection(category, pointer, message));
  }

  private RejectedException(Rejection rejection, RejectedException cause) {
    super(rejection.text(), cause);
    this.rejection = rejection;
  }

  public Rejection rejection() {
    return rejection;
  }

  public RejectionCategory category() {
    return rejection.category();
  }

  /**
   * The same rejection seen from an enclosing document: {@code parent} is put before the pointer.
   */
  public RejectedException under(String parent) {
    return parent.isEmpty()
        ? this
        : new RejectedException(
            new Rejection(rejection.category(), parent + rejection.pointer(), rejection.message()),
            this);
  }
}
