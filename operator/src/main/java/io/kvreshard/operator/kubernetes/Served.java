package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the API server serves our kinds: with an operator that is installed together with its
 * CRDs that takes a moment.
 */
final class Served {
  private static final Logger LOG = LoggerFactory.getLogger(Served.class);
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(KVNode.class, KVReshardJob.class, KVRuntime.class, KVSnapshot.class);

  private Served() {}

  /**
   * Waits.
   *
   * @throws IllegalStateException if they are not served in time
   */
  static void await(KubernetesClient client, String systemNamespace) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var kind : KINDS) {
      await(client.resources(kind).inAnyNamespace(), kind, deadline);
    }
    // All that the operator's role allows of tasks.
    await(
        client.resources(KVTransferTask.class).inNamespace(systemNamespace),
        KVTransferTask.class,
        deadline);
  }

  private static void await(Listable<?> objects, Class<? extends HasMetadata> kind, long deadline) {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    while (true) {
      try {
        var _ = objects.list(one);
        return;
      } catch (KubernetesClientException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException(
              "%s is not served: install the chart kvreshard-crds, and see that this operator may list it (%s)"
                  .formatted(HasMetadata.getFullResourceName(kind), e.getMessage()),
              e);
        }
        LOG.info("Waiting for {}: {}", HasMetadata.getFullResourceName(kind), e.getMessage());
        pause();
      }
    }
  }

  private static void pause() {
    LockSupport.parkNanos(PAUSE.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while waiting for the API server");
    }
  }
}
