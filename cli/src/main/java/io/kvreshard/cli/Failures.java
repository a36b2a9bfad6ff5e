package io.kvreshard.cli;

import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.input.UnusableInputException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in one line why a command did not come to an end. */
final class Failures implements IExecutionExceptionHandler {
  private static final int UNEXPECTED = 3;

  /** Set to anything, it shows where an unexpected failure happened, and what libraries log. */
  static final String TRACE = "KVRESHARD_TRACE";

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    var err = command.getErr();
    switch (e) {
      case UnusableInputException unusable -> {
        err.println("kvreshard: " + unusable.getMessage());
        return ExitCode.USAGE;
      }
      case RefusedException refused -> {
        err.println("kvreshard: " + refused.getMessage());
        return ExitCode.SOFTWARE;
      }
      default -> unexpected(e, err);
    }
    return UNEXPECTED;
  }

  private static void unexpected(Exception e, PrintWriter err) {
    err.println("kvreshard: unexpected: " + e);
    if (System.getenv(TRACE) == null) {
      err.println("  " + TRACE + "=1 shows where; please report it.");
    } else {
      e.printStackTrace(err);
    }
  }
}
