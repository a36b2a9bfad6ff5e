package io.kvreshard.crd.testing;

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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The custom resource definitions as they are committed and shipped. */
public final class Crds {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SETTLED = Duration.ofMillis(300);

  private Crds() {}

  /** All kinds. */
  public static List<Class<? extends HasMetadata>> kinds() {
    return List.of(
        KVNode.class, KVReshardJob.class, KVRuntime.class, KVSnapshot.class, KVTransferTask.class);
  }

  /** The name of a kind's file. */
  public static String fileName(Class<? extends HasMetadata> kind) {
    return HasMetadata.getFullResourceName(kind) + "-v1.yml";
  }

  /** Applies all and waits until they are served. */
  static void apply(KubernetesClient client) {
    for (var kind : kinds()) {
      client.resource(read(client, kind)).create();
    }
    for (var kind : kinds()) {
      client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(HasMetadata.getFullResourceName(kind))
          .waitUntilCondition(Crds::isServed, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    // Established kinds are refused with 429 while the server makes, and makes anew, their caches.
    Awaitility.await("the custom resources are served")
        .atMost(PATIENCE)
        .during(SETTLED)
        .ignoreException(KubernetesClientException.class)
        .until(
            () -> {
              kinds().forEach(kind -> client.resources(kind).inAnyNamespace().list());
              return true;
            });
  }

  private static CustomResourceDefinition read(
      KubernetesClient client, Class<? extends HasMetadata> kind) {
    var resource = "/crd/" + fileName(kind);
    try (var stream = Crds.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("not on the class path: " + resource);
      }
      return client.getKubernetesSerialization().unmarshal(stream, CustomResourceDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isServed(CustomResourceDefinition crd) {
    return crd != null
        && crd.getStatus() != null
        && crd.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
