package io.kvreshard.cli;

import io.kvreshard.cli.bench.BenchCommand;
import io.kvreshard.cli.conformance.ConformanceCommand;
import io.kvreshard.cli.demo.DemoCommand;
import io.kvreshard.cli.explain.ExplainCommand;
import io.kvreshard.cli.job.CancelCommand;
import io.kvreshard.cli.job.ResumeCommand;
import io.kvreshard.cli.job.RetryCommand;
import io.kvreshard.cli.job.SuspendCommand;
import io.kvreshard.cli.job.WaitCommand;
import io.kvreshard.cli.placement.PlacementCommand;
import io.kvreshard.cli.plan.PlanCommand;
import io.kvreshard.cli.quarantine.QuarantineCommand;
import io.kvreshard.cli.test.TestCommand;
import io.kvreshard.cli.validate.ValidateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code kvreshard} command: only its subcommands do something. */
@Command(
    name = "kvreshard",
    description = "Moves LLM KV caches between parallel layouts on Kubernetes.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    subcommands = {
      ValidateCommand.class,
      PlanCommand.class,
      ExplainCommand.class,
      PlacementCommand.class,
      ConformanceCommand.class,
      DemoCommand.class,
      WaitCommand.class,
      RetryCommand.class,
      CancelCommand.class,
      SuspendCommand.class,
      ResumeCommand.class,
      QuarantineCommand.class,
      BenchCommand.class,
      TestCommand.class
    })
public final class Main implements Runnable {
  private static final int USAGE_WIDTH = 100;
  private static final String LOGGING = "logback.configurationFile";

  @Spec private CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "cli-logback.xml");
    }
    if (System.getenv(Failures.TRACE) != null) {
      System.setProperty("kvreshard.log", "WARN");
    }
    System.exit(status(args));
  }

  private static int status(String... args) {
    try {
      return commandLine().execute(args);
    } catch (OutOfMemoryError e) {
      System.err.printf(
          "kvreshard: %d MiB of memory are not enough: give it more with"
              + " JAVA_TOOL_OPTIONS=-Xmx8g, or name fewer files at once%n",
          Runtime.getRuntime().maxMemory() >> 20);
      return ExitCode.USAGE;
    }
  }

  /** The whole command, as {@link #main} runs it. */
  public static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(USAGE_WIDTH)
        .setExecutionExceptionHandler(new Failures());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
