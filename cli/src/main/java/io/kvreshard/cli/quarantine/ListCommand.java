package io.kvreshard.cli.quarantine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kvreshard.cli.cluster.ClusterOptions;
import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.cli.output.Printable;
import io.kvreshard.cli.output.TextTable;
import io.kvreshard.cli.output.TextTable.Align;
import io.kvreshard.crd.KVSnapshot;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard quarantine ls}: what {@code status.quarantine} of KVSnapshots says. */
@Command(
    name = "ls",
    header = "Lists who may still touch the pages of which KVSnapshot.",
    description = {
      "",
      "One line for each node that has not proven that it does not touch the pages any more,"
          + " because its agent is lost or says nothing (AgentSilent), or an engine process neither"
          + " answers nor dies (EngineSilent). Until then the KVSnapshot is neither source nor target of a job.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:listed, be it nothing", "1:the cluster refuses", "2:it does not answer"},
    mixinStandardHelpOptions = true)
public final class ListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Of all namespaces.")
  private boolean everywhere;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table or json. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Override
  public Integer call() {
    List<Held> held;
    try (var at = cluster.open()) {
      held =
          at.ask(
              everywhere ? "KVSnapshots" : "KVSnapshots of namespace " + at.namespace(),
              client -> list(client, at.namespace()));
    }
    var out = spec.commandLine().getOut();
    switch (format) {
      case TABLE -> table(held).forEach(out::println);
      case JSON -> out.println(JsonOutput.text(json(held)));
    }
    out.flush();
    return 0;
  }

  private List<Held> list(KubernetesClient client, String namespace) {
    var snapshots = client.resources(KVSnapshot.class);
    var found = everywhere ? snapshots.inAnyNamespace() : snapshots.inNamespace(namespace);
    return Held.in(found.list().getItems());
  }

  static List<String> table(List<Held> held) {
    if (held.isEmpty()) {
      return List.of("Nothing is in quarantine.");
    }
    var table =
        TextTable.of(
            Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
    table.row(
        List.of("NAMESPACE", "KVSNAPSHOT", "NODE", "SINCE", "REASON", "OPERATION", "MESSAGE"));
    for (var it : held) {
      table.row(
          List.of(
              it.namespace(),
              it.snapshot(),
              Printable.of(it.quarantine().node()),
              Printable.of(it.quarantine().since()),
              it.quarantine().reason().name(),
              Printable.of(it.quarantine().operation()),
              Printable.of(it.quarantine().message())));
    }
    return table.lines();
  }

  private static ObjectNode json(List<Held> held) {
    var json = JsonOutput.object();
    var items = json.putArray("quarantine");
    for (var it : held) {
      items
          .addObject()
          .put("namespace", it.namespace())
          .put("snapshot", it.snapshot())
          .put("node", it.quarantine().node())
          .put("operation", it.quarantine().operation())
          .put("since", it.quarantine().since())
          .put("reason", it.quarantine().reason().name())
          .put("message", it.quarantine().message());
    }
    return json;
  }
}
