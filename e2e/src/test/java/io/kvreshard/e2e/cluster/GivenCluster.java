package io.kvreshard.e2e.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Somebody's cluster. The images must have been pushed to {@code E2E_IMAGE_REGISTRY}. */
record GivenCluster(Path kubeconfig, String registry) implements Cluster {
  static GivenCluster fromEnvironment() {
    return new GivenCluster(Path.of(required("KUBECONFIG")), required("E2E_IMAGE_REGISTRY"));
  }

  private static String required(String variable) {
    return Objects.requireNonNull(
        System.getenv(variable), "E2E_USE_KUBECONFIG is set, so " + variable + " must be, too");
  }

  @Override
  public void load(List<Path> archives) {
    // They come from the registry.
  }

  @Override
  public void close() {
    // Not ours.
  }
}
