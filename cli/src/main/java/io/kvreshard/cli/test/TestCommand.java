package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kvreshard test [PART…]}: see the package. */
@Command(
    name = "test",
    description = "Compiles, checks and tests this source tree.",
    mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PART",
      description = "What to run: ${COMPLETION-CANDIDATES}, in any case. None: all but nightly.")
  private List<Part> parts = List.of();

  /** Prints its progress; the last line is the sum over all tests. */
  @Override
  public Integer call() throws IOException, InterruptedException {
    var tree =
        SourceTree.ofLauncher()
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(), "There is no source tree: run ./kvreshard in one"));
    Files.createDirectories(tree.logs());
    try (var channel =
            FileChannel.open(
                tree.logs().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      if (lock == null) {
        throw new ParameterException(
            spec.commandLine(), "Another `kvreshard test` is running in " + tree.root());
      }
      Files.deleteIfExists(tree.log(Preparer.LABEL));
      var console = new Console(spec.commandLine().getOut());
      var skips = SkipList.read(tree.root().resolve(SkipList.FILE));
      var chosen = parts.isEmpty() ? Part.everyday() : EnumSet.copyOf(parts);
      var plans = chosen.stream().map(Part::plan).toList();
      var totals = new TestRun(tree, console, skips, TestCluster.environment()).run(plans);
      return totals.clean() ? 0 : 1;
    }
  }
}
