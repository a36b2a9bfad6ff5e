package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Offers on their way through a real API server. */
@ExtendWith(ApiServerExtension.class)
class SnapshotPublisherIT {
  private final ApiServer server;
  private final KubernetesControlPlane plane;
  private final SnapshotPublisher publisher;
  private String namespace = "";

  SnapshotPublisherIT(ApiServer server) {
    this.server = server;
    plane = new KubernetesControlPlane(server.client(), "kvreshard-agent");
    publisher =
        new SnapshotPublisher(new Publisher(plane, "system", "node-1", "me", Pods.NAMES_ONLY));
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("offers");
  }

  @AfterEach
  void close() {
    plane.close();
  }

  @Test
  @Timeout(20)
  void whatTheServerRefusesIsTheVerdictAtOnce() throws Exception {
    server.client().namespaces().withName(namespace).delete();

    assertThat(offer())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("snapshot \"cache\" is refused: kvsnapshots.kvreshard.io \"cache\"")
                    .contains("because it is being terminated")
                    .doesNotContain("https://"));
  }

  @Test
  void anOfferOutlivesAnOutage() throws Exception {
    var verdict = new AtomicReference<>(new FutureTask<Optional<String>>(Optional::empty));
    server.outage(
        () -> {
          var offer = new FutureTask<>(this::offer);
          verdict.set(offer);
          var thread = Thread.ofVirtual().start(offer);
          await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        });

    await().atMost(Duration.ofSeconds(60)).until(() -> verdict.get().isDone());
    assertThat(verdict.get().get()).isEmpty();
    assertThat(plane.get(KVSnapshot.class, namespace, "cache")).isPresent();
  }

  private Optional<String> offer() throws InterruptedException {
    return publisher.offered(Engines.process(namespace, 7), Engines.offer(namespace, "r1"));
  }
}
