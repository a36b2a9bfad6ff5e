package io.kvreshard.cli.quarantine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.kvreshard.cli.cluster.Cluster;
import io.kvreshard.cli.cluster.ClusterOptions;
import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.cli.output.Printable;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.QuarantineRelease;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kvreshard quarantine release}: asks the operator, by an annotation. */
@Command(
    name = "release",
    header = "Vouches that nobody touches a KVSnapshot's pages any more.",
    description = {
      "",
      "You say that every node which 'kvreshard quarantine ls' names for it has nothing left that"
          + " reads or writes the pages: the machine is off, or the engine's processes there have"
          + " ended. If that is not so, whatever the engine keeps in those pages next may be"
          + " overwritten, and nobody will notice. Restarting the engine is always safe, and ends"
          + " the quarantine by itself.",
      "",
      "The operator takes it up, keeps your reason in the condition QuarantineReleased and writes"
          + " an event; the API server's audit log has your name.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  kvreshard quarantine release decode-7 -n team --reason 'node-b was powered off, INC-4711'"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:asked",
      "1:it is in no quarantine, or the cluster refuses",
      "2:there is no such KVSnapshot, or the cluster does not answer"
    },
    mixinStandardHelpOptions = true)
public final class ReleaseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions options;

  @Parameters(paramLabel = "KVSNAPSHOT", description = "Its name.")
  private String name = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description =
          "How you know, for those who ask later; at most "
              + QuarantineRelease.LONGEST_REASON
              + " characters.")
  private String reason = "";

  @Override
  public Integer call() {
    if (reason.isBlank() || reason.length() > QuarantineRelease.LONGEST_REASON) {
      throw new ParameterException(
          spec.commandLine(),
          "--reason needs 1 to %d characters".formatted(QuarantineRelease.LONGEST_REASON));
    }
    try (var cluster = options.open()) {
      var snapshot = find(cluster);
      var held = Held.of(snapshot);
      if (held.isEmpty()) {
        throw new RefusedException(
            "KVSnapshot \"%s\" is in no quarantine: nothing to release".formatted(name));
      }
      cluster.ask(
          "KVSnapshot \"%s\"".formatted(name),
          client -> one(client, cluster).patch(MERGE, JsonOutput.text(patch(snapshot))));
      var out = spec.commandLine().getOut();
      held.forEach(
          it ->
              out.println(
                  Printable.of(
                      "You vouch for node %s, operation %s: %s"
                          .formatted(it.node(), it.operation(), it.message()))));
      out.println(
          "The operator releases it: kubectl -n %s get kvsnap %s -w"
              .formatted(cluster.namespace(), name));
      out.flush();
    }
    return 0;
  }

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private KVSnapshot find(Cluster cluster) {
    var found =
        cluster.ask("KVSnapshot \"%s\"".formatted(name), client -> one(client, cluster).get());
    if (found == null) {
      throw new UnusableInputException(
          "there is no KVSnapshot \"%s\" in namespace %s".formatted(name, cluster.namespace()));
    }
    return found;
  }

  private Resource<KVSnapshot> one(KubernetesClient client, Cluster cluster) {
    return client.resources(KVSnapshot.class).inNamespace(cluster.namespace()).withName(name);
  }

  /** Upon the version that was looked at: nobody vouches for what came after. */
  private ObjectNode patch(KVSnapshot seen) {
    var patch = JsonOutput.object();
    patch
        .putObject("metadata")
        .put("resourceVersion", seen.getMetadata().getResourceVersion())
        .putObject("annotations")
        .put(QuarantineRelease.ANNOTATION, reason);
    return patch;
  }
}
