package io.kvreshard.cli.explain;

import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.move.MoveOptions;
import io.kvreshard.cli.move.PlannedGroup;
import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.output.Shapes;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard explain -f FILE… --target ID --layer L --head H}: see the package. */
@Command(
    name = "explain",
    header = "Says why a head comes from where it comes from.",
    description = {
      "",
      "For one head of one layer at one target participant: which data-parallel rank of the source"
          + " writes and why, which participants hold the head, which of them is chosen by which"
          + " rule, and which bytes go from where to where.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  kvreshard explain -f examples/plan/llama-405b.yaml --target dp0-pp0-tp3 --layer 12 --head"
          + " 1"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:explained",
      "1:the operator would refuse the job, or an object is invalid",
      "2:wrong usage, or there is no such target, layer or head"
    },
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private MoveOptions move;

  @Option(
      names = "--target",
      paramLabel = "ID",
      required = true,
      description = "Participant of the target.")
  private String target = "";

  @Option(names = "--layer", paramLabel = "N", required = true, description = "Global layer.")
  private long layer;

  @Option(names = "--head", paramLabel = "N", required = true, description = "Global KV head.")
  private long head;

  @Option(
      names = "--component",
      paramLabel = "COMPONENT",
      description = "key or value. Default: ${DEFAULT-VALUE}.")
  private Component component = Component.KEY;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = "Cache group, if there are several.")
  private @Nullable String group;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (sentences) or json. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Override
  public Integer call() {
    var planned = PlannedMove.of(move.read());
    var origin = origin(group(planned));
    var out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> new Explanation(planned, origin).sentences().forEach(out::println);
      case JSON -> out.println(OriginJson.text(planned, origin));
    }
    out.flush();
    return 0;
  }

  private PlannedGroup group(PlannedMove planned) {
    var names = planned.groups().stream().map(PlannedGroup::name).toList();
    if (group == null && names.size() > 1) {
      throw new UnusableInputException(
          "the move has several cache groups, choose one with --group: "
              + String.join(", ", names));
    }
    return planned.groups().stream()
        .filter(it -> group == null || it.name().equals(group))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "--group %s: there are %s".formatted(group, String.join(", ", names))));
  }

  private HeadOrigin origin(PlannedGroup group) {
    var part = group.target().part(target).orElseThrow(() -> noSuchTarget(group));
    if (!part.layers().contains(layer)) {
      throw new UnusableInputException(
          "--layer %d: \"%s\" holds %s"
              .formatted(
                  layer,
                  target,
                  part.layers().isEmpty() ? "no layer" : "layers " + part.layers().format()));
    }
    if (U64.lt(head, part.headStart()) || !U64.lt(head, part.headEnd())) {
      throw new UnusableInputException(
          "--head %d: \"%s\" holds heads %s"
              .formatted(head, target, Shapes.heads(part.headStart(), part.headCount())));
    }
    return group.plans().plans().stream()
        .filter(plan -> plan.targetParticipantId().equals(target))
        .findFirst()
        .flatMap(plan -> HeadOrigin.of(plan, layer, head, component))
        .orElseThrow(
            () ->
                new UnusableInputException(
                    "--component %s: the plan moves none of layer %d"
                        .formatted(component.wire(), layer)));
  }

  private UnusableInputException noSuchTarget(PlannedGroup group) {
    return new UnusableInputException(
        "--target %s: the participants of the target are %s"
            .formatted(
                target,
                group.target().parts().stream()
                    .map(Part::participantId)
                    .collect(Collectors.joining(", "))));
  }
}
