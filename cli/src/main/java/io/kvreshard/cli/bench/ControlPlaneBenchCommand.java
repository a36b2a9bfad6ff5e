package io.kvreshard.cli.bench;

import io.kvreshard.bench.control.ControlPlaneFigures;
import io.kvreshard.bench.control.Load;
import io.kvreshard.bench.control.Place;
import io.kvreshard.bench.control.UnavailableException;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.test.SourceTree;
import io.kvreshard.cli.test.TestCluster;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvreshard bench control-plane}. */
@Command(
    name = "control-plane",
    header = "What jobs cost the control plane.",
    description = {
      "",
      "Starts etcd, a Kubernetes API server and the operator on this machine, and agents that say"
          + " all that real ones say and move no byte. Jobs come one by one, then all at once;"
          + " then nothing is asked for. Every figure is a ratio to what the same API server does"
          + " in the same run, or a count. All of it ends with the command.",
      "",
      "Needs root, and Go for the first time: etcd and Kubernetes are built from pinned modules."
          + " Takes about a quarter of an hour; let nothing else run. Logs are in target/bench.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all figures are within their bounds",
      "1:at least one is not",
      "2:it cannot be measured here"
    },
    mixinStandardHelpOptions = true)
final class ControlPlaneBenchCommand implements Callable<Integer> {
  @Mixin private FigureOutput output;

  @Option(
      names = "--distance",
      paramLabel = "MILLIS",
      description =
          "How long every byte from and to the API server takes, one way, as network and disks do in"
              + " a cluster. Default: ${DEFAULT-VALUE}.")
  private int distance = 5;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "Nodes, each with an agent, at least 2. Default: ${DEFAULT-VALUE}.")
  private int agents = 100;

  @Option(
      names = "--single-jobs",
      paramLabel = "N",
      description = "Jobs that come one by one. Default: ${DEFAULT-VALUE}.")
  private int single = 100;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs that come all at once. Default: ${DEFAULT-VALUE}.")
  private int jobs = 500;

  @Option(
      names = "--idle-seconds",
      paramLabel = "N",
      description = "How long nothing is asked for at the end. Default: ${DEFAULT-VALUE}.")
  private int idle = 300;

  @Override
  public Integer call() throws Exception {
    System.setProperty("logback.configurationFile", "logback-bench.xml");
    var tree =
        SourceTree.ofLauncher()
            .orElseThrow(
                () ->
                    new UnusableInputException("there is no source tree: run ./kvreshard in one"));
    var place = new Place(tree.root(), TestCluster.environment());
    var figures = output.printer();
    try {
      ControlPlaneFigures.measure(place, load(), output.says(), figures);
    } catch (UnavailableException e) {
      throw new UnusableInputException(String.valueOf(e.getMessage()));
    }
    return figures.status();
  }

  private Load load() {
    try {
      return new Load(Duration.ofMillis(distance), agents, single, jobs, Duration.ofSeconds(idle));
    } catch (IllegalArgumentException e) {
      throw new UnusableInputException(String.valueOf(e.getMessage()));
    }
  }
}
