package io.kvreshard.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The real kubectl, as a user of the cluster runs it.
 *
 * @param namespace of every command that names none
 */
public record Kubectl(Path kubeconfig, String namespace) {
  public Kubectl in(String otherNamespace) {
    return new Kubectl(kubeconfig, otherNamespace);
  }

  /** The same for the owner of a bearer token, with no other credentials. */
  public Kubectl as(String token) {
    var server = run("config", "view", "--raw", "-o", "jsonpath={.clusters[0].cluster.server}");
    var ca =
        run(
            "config",
            "view",
            "--raw",
            "-o",
            "jsonpath={.clusters[0].cluster.certificate-authority-data}");
    try {
      var file = Files.createTempFile("token", ".kubeconfig");
      file.toFile().deleteOnExit();
      Files.writeString(
          file,
          """
          apiVersion: v1
          kind: Config
          clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
          users: [{name: u, user: {token: "%s"}}]
          contexts: [{name: x, context: {cluster: c, user: u}}]
          current-context: x
          """
              .formatted(server, ca, token));
      return new Kubectl(file, namespace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** stdout of the command, which must succeed. */
  public String run(String... arguments) {
    return command(arguments).run();
  }

  /** stdout of a command that may take this long. */
  public String within(Duration limit, String... arguments) {
    return command(arguments).within(limit).run();
  }

  /** How the command ends. */
  public Command.Result attempt(String... arguments) {
    return command(arguments).attempt();
  }

  /** Applies a manifest given as text. */
  public Command.Result apply(String manifest) {
    return with("apply", manifest);
  }

  /** Has a verb do its work with a manifest given as text. */
  public Command.Result with(String verb, String manifest) {
    try {
      var file = Files.createTempFile("manifest", ".yaml");
      try {
        Files.writeString(file, manifest);
        return attempt(verb, "-f", file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the object has what {@code --for} says. */
  public void await(String what, String condition, Duration limit) {
    within(
        limit.plusSeconds(10),
        "wait",
        what,
        "--for=" + condition,
        "--timeout=" + limit.toSeconds() + "s");
  }

  /** One value of an object; empty if it has none. */
  public String value(String what, String jsonPath) {
    return run("get", what, "-o", "jsonpath=" + jsonPath);
  }

  private Command command(String... arguments) {
    var argv =
        Stream.concat(
            Stream.of(Project.program("kubectl"), "--namespace", namespace), Stream.of(arguments));
    return new Command(
        argv.toList(), Map.of("KUBECONFIG", kubeconfig.toString()), Duration.ofMinutes(1));
  }
}
