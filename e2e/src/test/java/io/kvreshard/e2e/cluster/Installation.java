package io.kvreshard.e2e.cluster;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The product, installed on a cluster as docs/installation.md says. */
public final class Installation implements AutoCloseable {
  /** Namespace of the operator, its tasks and the agents' leases. */
  public static final String SYSTEM = "kvreshard-system";

  /** Namespace of the agents. */
  public static final String AGENTS = "kvreshard-agents";

  private static final String RESTRICTED = "pod-security.kubernetes.io/enforce=restricted";
  private static final Duration ROLLOUT = Duration.ofSeconds(90);

  private final Cluster cluster;
  private final Kubectl kubectl;
  private final Helm helm;
  private List<String> settings;

  private Installation(Cluster cluster) {
    this.cluster = cluster;
    kubectl = new Kubectl(cluster.kubeconfig(), "default");
    helm = new Helm(cluster.kubeconfig(), SYSTEM);
    settings = List.of("image.registry=" + cluster.registry());
  }

  /**
   * Starts or finds a cluster and installs both charts; returns when operator and agents are ready.
   */
  static Installation create() {
    var installation = new Installation(Cluster.choose());
    try {
      installation.install();
      return installation;
    } catch (RuntimeException e) {
      Diagnostics.collect(installation.kubectl, "installation");
      installation.close();
      throw e;
    }
  }

  public Kubectl kubectl() {
    return kubectl;
  }

  public Helm helm() {
    return helm;
  }

  /** Registry and path in front of the names of the product's images. */
  public String registry() {
    return cluster.registry();
  }

  private void install() {
    cluster.load(List.of(Project.root().resolve("target/images/kvreshard.tar")));
    kubectl.run("create", "namespace", SYSTEM);
    kubectl.run("label", "namespace", SYSTEM, RESTRICTED);
    upgrade();
    rollout(SYSTEM, "deployment/kvreshard-operator");
    rollout(AGENTS, "daemonset/kvreshard-agent");
  }

  /** Installs the charts or, if they are there, upgrades them to themselves. */
  public void upgrade() {
    helm.upgrade(Helm.CRDS);
    helm.upgrade(Helm.OPERATOR, settings.toArray(String[]::new));
  }

  /**
   * Upgrades operator and agents to other values, which stay; returns when the new ones are ready.
   */
  public void change(String... values) {
    settings = Stream.concat(settings.stream(), Stream.of(values)).toList();
    upgrade();
    rollout(SYSTEM, "deployment/kvreshard-operator");
    rollout(AGENTS, "daemonset/kvreshard-agent");
  }

  private void rollout(String namespace, String what) {
    kubectl
        .in(namespace)
        .within(
            ROLLOUT.plusSeconds(10),
            "rollout",
            "status",
            what,
            "--timeout=" + ROLLOUT.toSeconds() + "s");
  }

  @Override
  public void close() {
    try {
      if (cluster instanceof GivenCluster) {
        helm.uninstall(Helm.OPERATOR);
        kubectl.run("delete", "namespace", SYSTEM, "--ignore-not-found");
      }
    } finally {
      cluster.close();
    }
  }
}
