package io.kvreshard.sim;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/**
 * A simulated serving engine: a coordinator process and a worker process for each rank, with real
 * sessions, real memory and real layouts, and contents that can be checked byte by byte.
 */
@Command(
    name = "sim-engine",
    description = "A simulated serving engine. Options can be read from a file: @FILE.",
    subcommands = {
      CoordinatorCommand.class,
      WorkerCommand.class,
      VerifyCommand.class,
      StatusCommand.class,
      RenewCommand.class
    },
    mixinStandardHelpOptions = true)
public final class SimEngineMain {
  private static final String LOGGING = "logback.configurationFile";

  private SimEngineMain() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "sim-engine-logback.xml");
    }
    System.exit(
        new CommandLine(new SimEngineMain())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUseSimplifiedAtFiles(true)
            .setExecutionExceptionHandler(SimEngineMain::explain)
            .execute(args));
  }

  /** A wrong combination of options is the user's; everything else is ours. */
  private static int explain(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof IllegalArgumentException) {
      command.getErr().println(command.getColorScheme().errorText(e.getMessage()));
      return ExitCode.USAGE;
    }
    throw e;
  }
}
