package io.kvreshard.cli.input;

/**
 * What was asked for is not possible with what is in the files: the answer is no. The message says
 * why; the command ends with status 1.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
