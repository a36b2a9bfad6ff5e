package io.kvreshard.cli.bench;

import io.kvreshard.bench.plan.PlanFigures;
import io.kvreshard.cli.output.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard bench plan}. */
@Command(
    name = "plan",
    header = "What planning, decoding, lowering and binding cost.",
    description = {
      "",
      "Each figure is the median of the steady state in a JVM of its own (JMH), with the limits"
          + " that the product reads with. Takes about two minutes; let nothing else run.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all figures are within their bounds", "1:at least one is not"},
    mixinStandardHelpOptions = true)
final class PlanBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (for people) or json (one object a line). Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Option(
      names = "--curve",
      paramLabel = "FILE",
      description = "Draw planning time over the number of edges into this SVG file.")
  private @Nullable Path curve;

  @Override
  public Integer call() throws IOException {
    var figures = new FigurePrinter(spec.commandLine().getOut(), format);
    String svg = PlanFigures.measure(figures);
    if (curve != null) {
      Files.writeString(curve, svg);
    }
    return figures.status();
  }
}
