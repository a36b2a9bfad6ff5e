package io.kvreshard.cli.quarantine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvreshard quarantine}: only its subcommands do something. */
@Command(
    name = "quarantine",
    header = "KVSnapshots whose pages somebody may still touch.",
    mixinStandardHelpOptions = true,
    subcommands = {ListCommand.class, ReleaseCommand.class})
public final class QuarantineCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
