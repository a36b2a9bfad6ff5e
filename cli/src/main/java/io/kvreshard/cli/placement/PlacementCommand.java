package io.kvreshard.cli.placement;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvreshard placement}: only its subcommands do something. */
@Command(
    name = "placement",
    header = "Placements: who holds which layers and heads.",
    mixinStandardHelpOptions = true,
    subcommands = GenerateCommand.class)
public final class PlacementCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
