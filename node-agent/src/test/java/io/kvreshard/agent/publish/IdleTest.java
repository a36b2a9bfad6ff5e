package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.NodeRates;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent on whose node nothing happens changes nothing but its Lease. */
final class IdleTest {
  private static final Duration BEAT = Duration.ofSeconds(5);

  /** Remembers which kinds were changed. */
  private static final class Changes implements WriteInterceptor {
    private final List<String> kinds = new ArrayList<>();

    @Override
    public <T extends @Nullable Object, E extends Exception> T around(
        Verb verb, HasMetadata object, Write<T, E> write) throws E {
      kinds.add(object.getKind());
      return write.run();
    }
  }

  @TempDir private Path directory;
  private final Changes changes = new Changes();
  private final AtomicInteger operations = new AtomicInteger();
  private @Nullable NodeRates rates;
  private final FakeClock clock = new FakeClock();
  private Instant now = Instant.EPOCH;
  private InterceptedControlPlane plane;
  private Publisher publisher;
  private Quarantine quarantine;
  private NodePublisher node;
  private LeaseKeeper lease;

  @BeforeEach
  void open() throws Exception {
    plane =
        new InterceptedControlPlane(
            new DirectoryControlPlane(directory.resolve("objects")), changes);
    publisher = new Publisher(plane, "system", "node-1", "me", Pods.OBJECTS);
    quarantine = Quarantine.open(directory.resolve("quarantine"), Duration.ZERO);
    node =
        new NodePublisher(
            publisher,
            new PeerIdentity("node-1", "me", List.of("Ordinal/1")),
            "10.0.0.1:7443",
            () -> 1,
            operations::get,
            () -> rates,
            quarantine,
            clock);
    lease = new LeaseKeeper(publisher, () -> now);
  }

  @AfterEach
  void close() {
    plane.close();
  }

  private void beat() throws Exception {
    lease.renew();
    node.publish();
    now = now.plus(BEAT);
    clock.advance(BEAT);
  }

  @Test
  void anIdleHour() throws Exception {
    var runtimes = new RuntimePublisher(publisher);
    var snapshots = new SnapshotPublisher(publisher);
    var who = Engines.process(1);
    runtimes.joined(who);
    runtimes.capacity(who, 4096);
    assertThat(snapshots.offered(who, Engines.offer("models", "rev"))).isEmpty();
    rates = new NodeRates(1000, 0, 0, "1970-01-01T00:00:00Z");
    quarantine.put(new NoisyOperation("uid/1/0", "models/job", List.of(), "then", "a thread"));
    beat();
    changes.kinds.clear();
    while (now.isBefore(Instant.EPOCH.plus(Duration.ofHours(1)))) {
      beat();
      runtimes.capacity(who, 4096);
      assertThat(snapshots.offered(who, Engines.offer("models", "rev"))).isEmpty();
    }
    assertThat(changes.kinds).hasSize(719).containsOnly("Lease");
  }

  @Test
  void whatChangesIsWrittenOnce() throws Exception {
    beat();
    changes.kinds.clear();
    operations.set(1);
    beat();
    beat();
    assertThat(changes.kinds).containsExactly("Lease", "KVNode", "Lease");
    assertThat(plane.get(KVNode.class, "", "node-1").orElseThrow().getStatus().operations())
        .isOne();
  }
}
