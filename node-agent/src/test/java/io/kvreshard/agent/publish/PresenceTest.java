package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes, the agent itself and its sign of life, as others see them. */
class PresenceTest {
  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private Publisher publisher;

  @BeforeEach
  void open() {
    plane = new DirectoryControlPlane(directory.resolve("objects"));
    publisher = new Publisher(plane, "system", "node-1", "me", Pods.OBJECTS);
  }

  @AfterEach
  void close() {
    plane.close();
  }

  @Test
  void aProcessIsThereAsLongAsItsSession() {
    var runtimes = new RuntimePublisher(publisher);
    var who = Engines.process(-1);
    runtimes.joined(who);

    assertThat(plane.list(KVRuntime.class, Scope.namespace("models")))
        .singleElement()
        .satisfies(
            runtime -> {
              assertThat(runtime.getMetadata().getName())
                  .matches("llama-0-dp0-pp0-tp0-[0-9a-f]{10}");
              assertThat(runtime.getSpec().groupEpoch()).isEqualTo("18446744073709551615");
              assertThat(runtime.getStatus().agentIncarnation()).isEqualTo("me");
            });
    runtimes.capacity(who, 4096);
    assertThat(
            plane
                .list(KVRuntime.class, Scope.namespace("models"))
                .getFirst()
                .getStatus()
                .freeTokens())
        .isEqualTo(4096);

    runtimes.left(who, "the connection ended");
    assertThat(plane.list(KVRuntime.class, Scope.everywhere())).isEmpty();
  }

  @Test
  void aProcessThatComesBackInAnotherEpochIsThereWhateverIsToldFirst() {
    var runtimes = new RuntimePublisher(publisher);
    var old = Engines.process(1);
    var young =
        new RuntimeIdentity(
            old.group(),
            old.podName(),
            old.podUid(),
            2,
            old.role(),
            old.participantId(),
            old.instanceId(),
            old.protocolVersion());
    runtimes.joined(old);
    runtimes.joined(young);
    runtimes.left(old, "another process of its group is gone");

    assertThat(plane.list(KVRuntime.class, Scope.everywhere()))
        .singleElement()
        .satisfies(runtime -> assertThat(runtime.getSpec().groupEpoch()).isEqualTo("2"));
  }

  @Test
  void whatAFormerAgentOfTheNodeHasLeftIsRemovedAndNothingElse() throws Exception {
    new RuntimePublisher(publisher).joined(Engines.process(1));
    var other = new Publisher(plane, "system", "node-2", "other", Pods.OBJECTS);
    new RuntimePublisher(other).joined(Engines.process(2));

    new RuntimePublisher(publisher).removeStale();

    assertThat(plane.list(KVRuntime.class, Scope.everywhere()))
        .singleElement()
        .satisfies(runtime -> assertThat(runtime.getSpec().nodeName()).isEqualTo("node-2"));
  }

  @Test
  void theNodeSaysWhoAndWhereTheAgentIs() throws Exception {
    var identity = new PeerIdentity("node-1", "me", List.of("Ordinal/1"));
    var quarantine = Quarantine.open(directory.resolve("quarantine"), Duration.ZERO);
    var node =
        new NodePublisher(
            publisher,
            identity,
            "10.0.0.1:7443",
            () -> 3,
            () -> 1,
            () -> null,
            quarantine,
            new FakeClock());
    node.publish();
    node.publish();

    var status = plane.get(KVNode.class, "", "node-1").orElseThrow().getStatus();
    assertThat(status.agentIncarnation()).isEqualTo("me");
    assertThat(status.endpoint()).isEqualTo("10.0.0.1:7443");
    assertThat(status.runtimes()).isEqualTo(3);
    assertThat(status.planners()).containsExactly("Ordinal/1");
  }

  @Test
  void leaseThatSomebodyHasRemovedIsMadeAgain() throws Exception {
    var lease = new LeaseKeeper(publisher, () -> Instant.EPOCH);
    lease.renew();
    plane.delete(lease());

    lease.renew();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("me");
  }

  @Test
  void everyRenewalChangesTheLease() throws Exception {
    var times = List.of(Instant.EPOCH, Instant.EPOCH.plusSeconds(5)).iterator();
    var lease = new LeaseKeeper(publisher, times::next);
    lease.renew();
    var before = lease().getMetadata().getResourceVersion();
    lease.renew();

    assertThat(lease().getMetadata().getResourceVersion()).isNotEqualTo(before);
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("me");
  }

  private Lease lease() {
    return plane.get(Lease.class, "system", "kvreshard-agent-node-1").orElseThrow();
  }
}
