package io.kvreshard.sim;

import picocli.CommandLine;
import picocli.CommandLine.Command;

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
      StatusCommand.class
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
            .execute(args));
  }
}
