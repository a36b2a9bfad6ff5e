package io.kvreshard.cli.input;

/**
 * What a command was given cannot be used, whatever is in it: a file that cannot be read, an object
 * that is not there. The message names it and the next step; the command ends with status 2.
 */
public final class UnusableInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnusableInputException(String message) {
    super(message);
  }
}
