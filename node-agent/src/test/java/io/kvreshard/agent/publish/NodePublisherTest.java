package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When an agent reads its KVNode, and when it goes on from what it knows of it. */
final class NodePublisherTest {
  private static final Duration BEAT = Duration.ofSeconds(5);

  @TempDir private Path directory;
  private final FakeClock clock = new FakeClock();
  private final AtomicInteger operations = new AtomicInteger();
  private DirectoryControlPlane plane;
  private Calls calls;
  private Quarantine quarantine;
  private NodePublisher node;

  @BeforeEach
  void publishOnce() throws Exception {
    plane = new DirectoryControlPlane(directory.resolve("objects"));
    calls = new Calls(plane);
    quarantine = Quarantine.open(directory.resolve("quarantine"), Duration.ZERO);
    node =
        new NodePublisher(
            new Publisher(calls.plane(), "system", "node-1", "me", Pods.OBJECTS),
            new PeerIdentity("node-1", "me", List.of("Ordinal/1")),
            "10.0.0.1:7443",
            () -> 1,
            operations::get,
            quarantine,
            clock);
    assertThat(beat()).containsExactly("get", "create", "writeStatus");
  }

  @AfterEach
  void close() {
    plane.close();
  }

  /** What the agent asks of the control plane, a period after the time before. */
  private List<String> beat() throws ConflictException {
    node.publish();
    clock.advance(BEAT);
    return calls.taken();
  }

  @Test
  void nodeThatDoesNotChangeIsReadEveryHalfMinute() throws Exception {
    for (int look = 0; look < 3; look++) {
      for (int beat = 1; beat < 6; beat++) {
        assertThat(beat()).isEmpty();
      }
      assertThat(beat()).containsExactly("get");
    }
  }

  @Test
  void whatChangesIsWrittenUponWhatIsKnown() throws Exception {
    operations.set(1);
    assertThat(beat()).containsExactly("writeStatus");
    operations.set(2);
    assertThat(beat()).containsExactly("writeStatus");
    assertThat(there().orElseThrow().getStatus().operations()).isEqualTo(2);
  }

  @Test
  void writeIsNoLook() throws Exception {
    for (int beat = 1; beat < 6; beat++) {
      operations.set(beat);
      assertThat(beat()).containsExactly("writeStatus");
    }
    operations.set(6);
    assertThat(beat()).containsExactly("get", "writeStatus");
  }

  @Test
  void nodeThatSomebodyHasRemovedIsBackWithinHalfAMinute() throws Exception {
    plane.delete(there().orElseThrow());
    for (int beat = 1; beat < 6; beat++) {
      assertThat(beat()).isEmpty();
    }
    assertThat(beat()).containsExactly("get", "create", "writeStatus");
    assertThat(there().orElseThrow().getStatus().agentIncarnation()).isEqualTo("me");
  }

  @Test
  void newsMakeANodeThatSomebodyHasRemovedAtOnce() throws Exception {
    plane.delete(there().orElseThrow());
    operations.set(1);
    assertThat(beat()).containsExactly("writeStatus", "get", "create", "writeStatus");
    assertThat(there().orElseThrow().getStatus().operations()).isOne();
  }

  @Test
  void newsUponANodeThatSomebodyHasChangedAreNotLate() throws Exception {
    change();
    operations.set(1);
    assertThat(beat()).containsExactly("writeStatus", "get", "writeStatus");
    assertThat(there().orElseThrow().getStatus().operations()).isOne();
    assertThat(beat()).isEmpty();
  }

  @Test
  void whoeverChangesItAllTheTimeIsLeftToTheCaller() throws Exception {
    operations.set(1);
    calls.before("writeStatus", this::change);
    assertThatThrownBy(this::beat).isInstanceOf(ConflictException.class);
    assertThat(calls.taken()).containsExactly("writeStatus", "get", "writeStatus");
    assertThatThrownBy(this::beat).isInstanceOf(ConflictException.class);
    assertThat(calls.taken()).containsExactly("get", "writeStatus");

    calls.before("writeStatus", () -> {});
    assertThat(beat()).containsExactly("get", "writeStatus");
  }

  @Test
  void writeWhoseAnswerIsLostIsLookedAfter() throws Exception {
    operations.set(1);
    calls.after(
        "writeStatus",
        () -> {
          throw new IllegalStateException("lost");
        });
    assertThatThrownBy(this::beat).hasMessage("lost");
    assertThat(calls.taken()).containsExactly("writeStatus");

    assertThat(beat()).containsExactly("get");
    assertThat(there().orElseThrow().getStatus().operations()).isOne();
  }

  @Test
  void whatIsInQuarantineIsToldUponALook() throws Exception {
    quarantine.put(new NoisyOperation("uid/1/0", "models/job", List.of(), "then", "a thread"));
    assertThat(beat()).containsExactly("get", "writeStatus");
    assertThat(quarantine.isTold("uid/1/0")).isTrue();
    assertThat(beat()).containsExactly("get");

    plane.delete(there().orElseThrow());
    assertThat(beat()).containsExactly("get", "create", "writeStatus");
    assertThat(there().orElseThrow().getStatus().quarantine()).hasSize(1);

    quarantine.clear("uid/1/0");
    assertThat(beat()).containsExactly("writeStatus");
    assertThat(beat()).isEmpty();
    assertThat(there().orElseThrow().getStatus().quarantine()).isNull();
  }

  private Optional<KVNode> there() {
    return plane.get(KVNode.class, "", "node-1");
  }

  private void change() throws ConflictException {
    var changed = there().orElseThrow();
    changed
        .getMetadata()
        .setLabels(Map.of("rack", "of-" + changed.getMetadata().getResourceVersion()));
    plane.replace(changed);
  }
}
