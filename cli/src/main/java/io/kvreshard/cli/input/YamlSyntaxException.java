package io.kvreshard.cli.input;

import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;

/** A text is not YAML: nothing in it can be told apart. */
public final class YamlSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  YamlSyntaxException(int line, String problem) {
    super(problem);
    this.line = line;
  }

  /** Where it was noticed, from 1. */
  public int line() {
    return line;
  }

  public Rejection rejection() {
    return new Rejection(RejectionCategory.SYNTAX, "", "this is not YAML: " + getMessage());
  }
}
