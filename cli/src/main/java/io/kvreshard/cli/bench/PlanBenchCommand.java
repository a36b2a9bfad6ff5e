package io.kvreshard.cli.bench;

import io.kvreshard.bench.plan.PlanFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  @Mixin private FigureOutput output;

  @Option(
      names = "--curve",
      paramLabel = "FILE",
      description = "Draw planning time over the number of edges into this SVG file.")
  private @Nullable Path curve;

  @Override
  public Integer call() throws IOException {
    var figures = output.printer();
    String svg = PlanFigures.measure(figures);
    if (curve != null) {
      Files.writeString(curve, svg);
    }
    return figures.status();
  }
}
