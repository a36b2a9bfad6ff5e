package io.kvreshard.bench.control;

import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A service account that may do all, and its token: programs in a cluster have one, and with
 * anything else the client reads its whole configuration again before every request.
 */
final class Account {
  private static final String NAMESPACE = "default";
  private static final String NAME = "kvreshard-bench";
  private static final Duration VALID = Duration.ofHours(4);

  private Account() {}

  /** The API server of a kubeconfig. */
  static URI server(Path kubeconfig) {
    return URI.create(Config.fromKubeconfig(kubeconfig.toFile()).getMasterUrl());
  }

  /**
   * Makes it, and a kubeconfig like the administrator's with its token.
   *
   * @param server where the programs find the API server
   */
  static void open(Path administrator, Path kubeconfig, URI server) throws IOException {
    var config = Config.fromKubeconfig(administrator.toFile());
    // The server is on this machine.
    config.setHttpProxy(null);
    config.setHttpsProxy(null);
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      var all = KubeConfigUtils.parseConfig(administrator.toFile());
      all.getUsers()
          .forEach(user -> user.setUser(new AuthInfoBuilder().withToken(token(client)).build()));
      all.getClusters().forEach(cluster -> cluster.getCluster().setServer(server.toString()));
      Files.writeString(kubeconfig, client.getKubernetesSerialization().asYaml(all));
    }
  }

  private static String token(KubernetesClient client) {
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(NAME)
                .endMetadata()
                .build())
        .create();
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(NAME)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .addNewSubject("", "ServiceAccount", NAME, NAMESPACE)
                .build())
        .create();
    return client
        .serviceAccounts()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .tokenRequest(
            new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(VALID.toSeconds())
                .endSpec()
                .build())
        .getStatus()
        .getToken();
  }
}
