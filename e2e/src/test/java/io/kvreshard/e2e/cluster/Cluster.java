package io.kvreshard.e2e.cluster;

import java.nio.file.Path;
import java.util.List;

/** A running Kubernetes cluster with at least two nodes, or one where only one can be had. */
public sealed interface Cluster extends AutoCloseable
    permits GivenCluster, K3sCluster, LocalCluster {
  /** An administrator's kubeconfig. */
  Path kubeconfig();

  /** Puts OCI archives on every node, so that their images need no registry. */
  void load(List<Path> archives);

  /** Registry and path in front of the names of the product's images. */
  String registry();

  @Override
  void close();

  /**
   * The cluster that {@code KUBECONFIG} names if {@code E2E_USE_KUBECONFIG} is set; else K3s where
   * a Docker engine answers; else the one that is built from Go modules.
   */
  static Cluster choose() {
    if (System.getenv("E2E_USE_KUBECONFIG") != null) {
      return GivenCluster.fromEnvironment();
    }
    return K3sCluster.available() ? K3sCluster.start() : LocalCluster.start();
  }
}
