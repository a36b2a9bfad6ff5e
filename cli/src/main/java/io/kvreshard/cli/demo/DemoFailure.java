package io.kvreshard.cli.demo;

/** The demo cannot go on. The message says what happened and is all that a person needs. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }
}
