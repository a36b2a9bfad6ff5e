package io.kvreshard.cli.bench;

import io.kvreshard.cli.output.Format;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a benchmark tells what it finds. */
final class FigureOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (for people) or json (one object a line). Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  /** Begins the output. */
  FigurePrinter printer() {
    return new FigurePrinter(command.commandLine().getOut(), format);
  }

  /** For what people want to know while it takes. */
  Consumer<String> says() {
    var err = command.commandLine().getErr();
    return line -> {
      err.println(line);
      err.flush();
    };
  }
}
