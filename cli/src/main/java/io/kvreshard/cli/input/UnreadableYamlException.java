package io.kvreshard.cli.input;

import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;

/** A text is not YAML, or some of it has no meaning in JSON: nothing in it can be judged. */
public final class UnreadableYamlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final transient Rejection rejection;

  UnreadableYamlException(int line, Rejection rejection) {
    super(rejection.text());
    this.line = line;
    this.rejection = rejection;
  }

  static UnreadableYamlException syntax(int line, String problem) {
    return new UnreadableYamlException(
        line, new Rejection(RejectionCategory.SYNTAX, "", "this is not YAML: " + problem));
  }

  /** Where it was noticed, from 1. */
  public int line() {
    return line;
  }

  /** Its pointer begins at the document on that line. */
  public Rejection rejection() {
    return rejection;
  }
}
