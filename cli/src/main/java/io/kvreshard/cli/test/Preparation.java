package io.kvreshard.cli.test;

import java.util.List;

/**
 * What a part needs on this machine beyond the source tree. Every step is a script that does
 * nothing, within a second, when all is there.
 */
enum Preparation {
  NONE,
  /** A browser, the programs of one API server, those of GitOps tools and of Prometheus. */
  INTEGRATION,
  /** Debian packages, the programs of a cluster, the product's images. */
  CLUSTER;

  /**
   * @param command relative to the source tree
   */
  record Step(String name, List<String> command) {}

  List<Step> steps() {
    return switch (this) {
      case NONE -> List.of();
      case INTEGRATION ->
          List.of(
              new Step("browser", List.of("tools/browser.sh")),
              new Step("API server", List.of("e2e/testcluster/build.sh", "etcd", "k8s")),
              new Step(
                  "other tools",
                  List.of("e2e/testcluster/build.sh", "health", "helm", "promtool")));
      case CLUSTER ->
          List.of(
              new Step("Debian packages", List.of("e2e/testcluster/packages.sh")),
              new Step("test cluster", List.of("e2e/testcluster/build.sh")),
              new Step("images", List.of("e2e/images/build.sh")));
    };
  }
}
