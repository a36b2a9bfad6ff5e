package io.kvreshard.e2e.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** The real helm, for the project's charts. */
public record Helm(Path kubeconfig, String namespace) {
  /** Folder of the chart of the custom resource definitions. */
  public static final String CRDS = "helm/kvreshard-crds";

  /** Folder of the chart of operator and agents. */
  public static final String OPERATOR = "helm/kvreshard";

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Installs or upgrades a chart under its folder's name. */
  void upgrade(String chart, String... settings) {
    var path = Project.root().resolve(chart);
    command(
            Stream.concat(
                Stream.of("upgrade", "--install", path.getFileName().toString(), path.toString()),
                set(settings)))
        .run();
  }

  /** Removes what {@link #upgrade} brought; nothing if it is not there. */
  void uninstall(String chart) {
    var release = Path.of(chart).getFileName().toString();
    command(Stream.of("uninstall", release, "--ignore-not-found", "--wait")).run();
  }

  /** Renders the chart of operator and agents. */
  public Command.Result template(String... settings) {
    var path = Project.root().resolve(OPERATOR).toString();
    return command(Stream.concat(Stream.of("template", "kvreshard", path), set(settings)))
        .attempt();
  }

  /** What lint says to a chart. */
  public String lint(String chart) {
    var path = Project.root().resolve(chart).toString();
    return command(Stream.of("lint", "--strict", path, "--set", "image.registry=x")).run();
  }

  private static Stream<String> set(String... settings) {
    return Stream.of(settings).flatMap(setting -> Stream.of("--set", setting));
  }

  private Command command(Stream<String> arguments) {
    var argv =
        Stream.concat(Stream.of(Project.program("helm"), "--namespace", namespace), arguments);
    return new Command(argv.toList(), Map.of("KUBECONFIG", kubeconfig.toString()), LIMIT);
  }
}
