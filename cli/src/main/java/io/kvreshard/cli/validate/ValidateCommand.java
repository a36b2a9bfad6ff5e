package io.kvreshard.cli.validate;

import io.kvreshard.cli.input.InputFile;
import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.wire.Profile;
import io.kvreshard.cli.wire.WireKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kvreshard validate FILE…}: see the package. */
@Command(
    name = "validate",
    header = "Says which documents are valid, and why others are not.",
    description = {
      "",
      "Reads custom resources (YAML or JSON, several in a file, lists too) and JSON documents of"
          + " the wire contract (snapshot, placement, part, plan, receipts, runtime, resolved and"
          + " paged binding, runtime transfer), and finds out which is which.",
      "A custom resource must keep the schema and the rules of its CRD, strictly; the placements"
          + " and snapshots in it must keep the contract. Ids and digests are computed again.",
      "A binding is judged together with its placement and snapshot: name their files, too.",
      "Of everything wrong you get the place (line, JSON pointer), the kind of rule and a"
          + " sentence.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  kvreshard validate examples/tp4-to-tp2/*.yaml",
      "  kubectl get kvsnap,kvjob -A -o yaml | kvreshard validate -",
      "  kvreshard validate --kind placement -o json decode-7.json"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all are valid",
      "1:at least one is not",
      "2:wrong usage, or a file cannot be read"
    },
    mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "\"-\": standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "The files hold documents of this kind: ${COMPLETION-CANDIDATES}. Default: found out.")
  private @Nullable WireKind kind;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      description =
          "Limits on wire documents: production (real models fit) or compatible (what the upstream"
              + " implementation accepts). Default: ${DEFAULT-VALUE}.")
  private Profile profile = Profile.PRODUCTION;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (for people) or json (for machines). Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Override
  public Integer call() {
    var inputs = files.stream().map(InputFile::read).toList();
    var verdicts = Validation.of(inputs, Optional.ofNullable(kind), profile);
    var out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> out.println(String.join("\n", VerdictText.lines(verdicts)));
      case JSON -> out.println(VerdictJson.text(verdicts));
    }
    out.flush();
    return verdicts.stream().anyMatch(Verdict.Invalid.class::isInstance) ? 1 : 0;
  }
}
