package io.kvreshard.cli.plan;

import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.move.MoveOptions;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.page.PlanPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard plan -f FILE…}: see the package. */
@Command(
    name = "plan",
    header = "Says what a job would move: who sends what to whom.",
    description = {
      "",
      "Reads a KVReshardJob and the two KVSnapshots that it names (and ConfigMaps with large"
          + " placements) out of files and plans the move as the operator and the agents do: the"
          + " digest is the one in the job's status.plan. Needs no cluster and changes nothing.",
      "Which bytes cross between nodes is known if the KVSnapshots have a status, as kubectl get"
          + " -o yaml shows it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  kvreshard plan -f examples/plan/tp4-to-tp2.yaml",
      "  kvreshard plan -f examples/plan/llama-405b.yaml --html plan.html",
      "  kubectl get kvjob,kvsnap -o yaml | kvreshard plan -f - --job tp4-to-tp2 -o json",
      "  kvreshard plan -f job.yaml -f snapshots.yaml -o wire | kvreshard validate -"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:planned",
      "1:the operator would refuse the job, or an object is invalid",
      "2:wrong usage, a file cannot be read, or an object is missing"
    },
    mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
  /** What is printed. */
  enum Format {
    /** For people. */
    TABLE,
    /** For machines. */
    JSON,
    /** The plan documents of the wire contract, canonical, one a line. */
    WIRE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private MoveOptions move;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description =
          "table (for people), json (for machines) or wire (canonical plan documents, one a line)."
              + " Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Writes a web page, too: source and target as maps of layers and heads in the colours of"
              + " the writers, bytes per link. It needs nothing else, not even a network.")
  private @Nullable Path html;

  @Override
  public Integer call() {
    var planned = PlannedMove.of(move.read());
    if (html != null) {
      write(html, PlanPage.html(planned));
    }
    print(planned, spec.commandLine().getOut());
    return 0;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UnusableInputException(
          "--html %s: cannot be written: %s".formatted(file, e.getMessage()));
    }
  }

  private void print(PlannedMove planned, PrintWriter out) {
    switch (format) {
      case TABLE -> PlanText.lines(planned).forEach(out::println);
      case JSON -> out.println(PlanJson.text(planned));
      case WIRE ->
          planned
              .groups()
              .forEach(group -> group.plans().plans().forEach(it -> out.println(it.toJson())));
    }
    out.flush();
  }
}
