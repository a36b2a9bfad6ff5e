package io.kvreshard.core.conformance;

/** A row that is not written as its kind is. It counts as a failed case, not as a crash. */
public final class MalformedCase extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String why;

  MalformedCase(String why) {
    super(why);
    this.why = why;
  }

  /** What is wrong with the row. */
  public String why() {
    return why;
  }
}
