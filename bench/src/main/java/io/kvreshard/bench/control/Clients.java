package io.kvreshard.bench.control;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Clients of one API server, each with connections of its own, as if it were a process. */
final class Clients implements AutoCloseable {
  private final Path kubeconfig;
  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final List<KubernetesClient> open = new ArrayList<>();

  Clients(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
  }

  /** Another client; it is closed with this. */
  KubernetesClient open() {
    var config = Config.fromKubeconfig(kubeconfig.toFile());
    // The server is on this machine.
    config.setHttpProxy(null);
    config.setHttpsProxy(null);
    var client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withKubernetesSerialization(serialization)
            .build();
    open.add(client);
    return client;
  }

  @Override
  public void close() {
    open.forEach(KubernetesClient::close);
  }
}
