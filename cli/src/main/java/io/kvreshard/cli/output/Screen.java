package io.kvreshard.cli.output;

import java.io.Console;
import java.util.Optional;

/** What a command's output goes to. */
public enum Screen {
  /** A person watches: a line may be drawn over again. */
  TERMINAL,
  /** Every line stays. */
  LOG;

  /** That of this process. */
  public static Screen here() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        ? TERMINAL
        : LOG;
  }
}
