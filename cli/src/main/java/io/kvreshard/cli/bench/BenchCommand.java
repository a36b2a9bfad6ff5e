package io.kvreshard.cli.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvreshard bench}: only its subcommands do something. */
@Command(
    name = "bench",
    header = "Measures, and says whether the figures are what they must be.",
    mixinStandardHelpOptions = true,
    subcommands = {
      PlanBenchCommand.class,
      TransferBenchCommand.class,
      ControlPlaneBenchCommand.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
