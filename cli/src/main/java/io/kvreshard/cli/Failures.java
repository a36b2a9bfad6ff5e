package io.kvreshard.cli;

import io.kvreshard.cli.input.UnusableInputException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in one line why a command did not come to an end. */
final class Failures implements IExecutionExceptionHandler {
  /** Set to anything, it shows where an unexpected failure happened. */
  private static final String TRACE = "KVRESHARD_TRACE";

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    var err = command.getErr();
    if (e instanceof UnusableInputException) {
      err.println("kvreshard: " + e.getMessage());
      return ExitCode.USAGE;
    }
    err.println("kvreshard: unexpected: " + e);
    if (System.getenv(TRACE) == null) {
      err.println("  " + TRACE + "=1 shows where; please report it.");
    } else {
      e.printStackTrace(err);
    }
    return ExitCode.SOFTWARE;
  }
}
