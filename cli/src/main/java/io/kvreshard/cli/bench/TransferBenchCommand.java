package io.kvreshard.cli.bench;

import io.kvreshard.bench.transfer.TransferFigures;
import io.kvreshard.cli.input.UnusableInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvreshard bench transfer}. */
@Command(
    name = "transfer",
    header = "What moving bytes costs.",
    description = {
      "",
      "Moves a cache between two processes on loopback, from memory to memory, by turns with the"
          + " same bytes through a plain connection. Each figure is the median of seven pairs. What"
          + " has arrived is compared with what was sent. Needs memory for twice the bytes in"
          + " /dev/shm; let nothing else run.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all figures are within their bounds",
      "1:at least one is not",
      "2:it cannot be measured here"
    },
    mixinStandardHelpOptions = true)
final class TransferBenchCommand implements Callable<Integer> {
  /** Eight replicas of whole pages. */
  private static final int STEP = 32;

  private static final Path MEMORY = Path.of("/dev/shm");

  @Mixin private FigureOutput output;

  @Option(
      names = "--mebibytes",
      paramLabel = "N",
      description = "What is moved each time, a multiple of 32. Default: ${DEFAULT-VALUE}.")
  private int mebibytes = 1024;

  @Override
  public Integer call() {
    if (mebibytes < STEP || mebibytes % STEP != 0) {
      throw new UnusableInputException(
          "--mebibytes %d: a multiple of %d is needed".formatted(mebibytes, STEP));
    }
    if (!Files.isDirectory(MEMORY)) {
      throw new UnusableInputException(
          "%s is no folder: it cannot be measured here".formatted(MEMORY));
    }
    System.setProperty("logback.configurationFile", "logback-bench.xml");
    var figures = output.printer();
    TransferFigures.measure(MEMORY, (long) mebibytes << 20, output.says(), figures);
    return figures.status();
  }
}
