package io.kvreshard.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What one would look at first after a failure, as files in target/cluster/NAME. */
final class Diagnostics {
  private static final String KINDS =
      "kvreshardjobs,kvsnapshots,kvruntimes,kvtransfertasks,kvnodes,leases.coordination.k8s.io";

  private Diagnostics() {}

  static void collect(Kubectl kubectl, String name) {
    var folder = Project.root().resolve("e2e/target/cluster").resolve(name);
    try {
      Files.createDirectories(folder);
      write(folder, "objects.txt", kubectl, "get", KINDS + ",pods,nodes", "-A", "-o", "wide");
      write(folder, "objects.yaml", kubectl, "get", KINDS, "-A", "-o", "yaml");
      write(folder, "describe.txt", kubectl, "describe", "pods,kvreshardjobs,kvsnapshots", "-A");
      write(folder, "events.txt", kubectl, "get", "events", "-A", "--sort-by=.lastTimestamp");
      var pods =
          kubectl.run(
              "get",
              "pods",
              "-A",
              "-o",
              "jsonpath={range .items[*]}{.metadata.namespace}/{.metadata.name}{\"\\n\"}{end}");
      for (var pod : pods.lines().toList()) {
        logs(folder, kubectl, pod);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void logs(Path folder, Kubectl kubectl, String pod) throws IOException {
    var names = pod.split("/", 2);
    var in = kubectl.in(names[0]);
    var file = pod.replace('/', '.');
    write(folder, file + ".log", in, "logs", names[1], "--all-containers", "--prefix");
    write(folder, file + ".previous.log", in, "logs", names[1], "--all-containers", "--previous");
  }

  private static void write(Path folder, String file, Kubectl kubectl, String... arguments)
      throws IOException {
    var result = kubectl.attempt(arguments);
    if (!result.out().isEmpty()) {
      Files.writeString(folder.resolve(file), result.out());
    }
  }
}
