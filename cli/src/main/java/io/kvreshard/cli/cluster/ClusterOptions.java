package io.kvreshard.cli.cluster;

import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.cli.output.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster, and where in it, as kubectl asks for it. */
public final class ClusterOptions {
  /** A person waits. */
  private static final int REQUEST_MILLIS = 10_000;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Default: what KUBECONFIG names, ~/.kube/config, or the pod's service account.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Default: the context's.")
  private @Nullable String namespace;

  /**
   * Prepares to talk to it; whether it answers, the first question tells.
   *
   * @throws UnusableInputException if there is no such kubeconfig or context
   */
  public Cluster open() {
    var config = config();
    config.setRequestTimeout(REQUEST_MILLIS);
    config.setConnectionTimeout(REQUEST_MILLIS);
    config.setRequestRetryBackoffLimit(1);
    var place = namespace == null ? config.getNamespace() : namespace;
    return new Cluster(
        new KubernetesClientBuilder().withConfig(config).build(),
        Objects.requireNonNullElse(place, "default"));
  }

  private Config config() {
    try {
      var config = kubeconfig == null ? Config.autoConfigure(context) : read(kubeconfig);
      requireContext(config);
      return config;
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new UnusableInputException("the kubeconfig cannot be read: " + Printable.of(words(e)));
    }
  }

  private Config read(Path file) {
    if (!Files.isReadable(file)) {
      throw new UnusableInputException("--kubeconfig " + file + " cannot be read");
    }
    return Config.fromKubeconfig(context, file.toFile());
  }

  /** The client would go on without one, to a server on this machine. */
  private void requireContext(Config config) {
    var current = config.getCurrentContext();
    if (context != null && (current == null || !current.getName().equals(context))) {
      throw new UnusableInputException(
          "--context %s: the kubeconfig has %s"
              .formatted(
                  context,
                  config.getContexts().stream()
                      .map(NamedContext::getName)
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
  }

  private static String words(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }
}
