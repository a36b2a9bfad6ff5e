package io.kvreshard.e2e.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** The real helm. */
record Helm(Path kubeconfig, String namespace) {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Installs a chart of the project; more arguments as on the command line. */
  void install(String release, String chart, String... more) {
    command(
            Stream.concat(
                Stream.of(
                    "upgrade", "--install", release, Project.root().resolve(chart).toString()),
                Stream.of(more)))
        .run();
  }

  void uninstall(String release) {
    command(Stream.of("uninstall", release, "--ignore-not-found", "--wait")).run();
  }

  private Command command(Stream<String> arguments) {
    var argv =
        Stream.concat(Stream.of(Project.program("helm"), "--namespace", namespace), arguments);
    return new Command(argv.toList(), Map.of("KUBECONFIG", kubeconfig.toString()), LIMIT);
  }
}
