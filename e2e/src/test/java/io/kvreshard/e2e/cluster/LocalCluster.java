package io.kvreshard.e2e.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Two nodes on this machine, from programs built from Go modules: e2e/testcluster. */
final class LocalCluster implements Cluster {
  private static final Duration START = Duration.ofMinutes(2);

  private LocalCluster() {}

  static LocalCluster start() {
    var cluster = new LocalCluster();
    try {
      cluster.script("up", "2");
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public Path kubeconfig() {
    return Project.testCluster().resolve("run/admin.kubeconfig");
  }

  @Override
  public String registry() {
    return "e2e.local/kvreshard";
  }

  @Override
  public void load(List<Path> archives) {
    script(
        Stream.concat(Stream.of("load"), archives.stream().map(Path::toString))
            .toArray(String[]::new));
  }

  @Override
  public void close() {
    script("down");
  }

  private void script(String... arguments) {
    var argv =
        Stream.concat(
                Stream.of(Project.root().resolve("e2e/testcluster/cluster.sh").toString()),
                Stream.of(arguments))
            .toArray(String[]::new);
    Command.of(argv)
        .with("K8S_HOME", Project.testCluster().toString())
        .with("K8S_OWNER", Long.toString(ProcessHandle.current().pid()))
        .within(START)
        .run();
  }
}
