package io.kvreshard.cli.placement;

import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.core.RejectedException;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.RejectedFieldException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard placement generate}: see {@link Layout} for what it writes out. */
@Command(
    name = "generate",
    header = "Writes the placement of an engine of these sizes.",
    description = {
      "",
      "Ownership is explicit in kvreshard: no rank number ever says who holds what. This command"
          + " writes out what engines do: layers in bands over the pipeline stages, KV heads in"
          + " equal runs over the tensor ranks, all of it in every data-parallel rank. With more"
          + " tensor ranks than KV heads (GQA), neighbours hold the same head as declared"
          + " replicas.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  kvreshard placement generate --layers 80 --kv-heads 8 --tp 4 --pp 2",
      "  kvreshard placement generate --layers 126 --kv-heads 8 --tp 16 -o snapshot --name prefill",
      "  kvreshard placement generate --layers 61 --kv-heads 8 --tp 8 --stage-layers 30,31 -o wire"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:written", "2:the options describe no placement"},
    mixinStandardHelpOptions = true)
public final class GenerateCommand implements Callable<Integer> {
  /** What is written. */
  enum Format {
    /** The value of a KVSnapshot's {@code spec.groups[].placement}, as YAML. */
    PLACEMENT,
    /** A whole KVSnapshot, as YAML; large placements as a ConfigMap beside it. */
    SNAPSHOT,
    /** The canonical JSON document of the wire contract. */
    WIRE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private GeometryOptions geometry;
  @Mixin private IdentityOptions identity;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description =
          "placement (YAML as in a KVSnapshot), snapshot (a whole KVSnapshot) or wire (canonical"
              + " JSON). Default: ${DEFAULT-VALUE}.")
  private Format format = Format.PLACEMENT;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.print(text());
    out.flush();
    return 0;
  }

  private String text() {
    try {
      var placement =
          geometry.layout().placement(identity.resourceId, identity.revision, identity.name);
      return switch (format) {
        case PLACEMENT -> PlacementYaml.fragment(placement);
        case SNAPSHOT ->
            SnapshotYaml.text(
                identity.name,
                identity.origin(),
                new CacheGroup("default", identity.snapshot(), placement));
        case WIRE -> placement.toJson() + "\n";
      };
    } catch (RejectedException e) {
      throw new UnusableInputException("the options describe no placement: " + e.getMessage());
    } catch (RejectedFieldException e) {
      throw new UnusableInputException("no KVSnapshot can hold it: " + e.getMessage());
    }
  }
}
