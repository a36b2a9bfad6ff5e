package io.kvreshard.bench.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The custom resources. */
final class Kinds {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<Class<? extends HasMetadata>> ALL =
      List.of(
          KVNode.class,
          KVReshardJob.class,
          KVRuntime.class,
          KVSnapshot.class,
          KVTransferTask.class);

  private Kinds() {}

  /** Defines them, and waits until they are served. */
  static void define(KubernetesClient client, Path folder) throws InterruptedException {
    for (var kind : ALL) {
      var file = folder.resolve(HasMetadata.getFullResourceName(kind) + "-v1.yml");
      try (var in = Files.newInputStream(file)) {
        var definition =
            client.getKubernetesSerialization().unmarshal(in, CustomResourceDefinition.class);
        client.resource(definition).create();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    Waiting.until("the custom resources", PATIENCE, () -> served(client));
  }

  private static boolean served(KubernetesClient client) {
    try {
      ALL.forEach(kind -> client.resources(kind).inAnyNamespace().list());
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }
}
