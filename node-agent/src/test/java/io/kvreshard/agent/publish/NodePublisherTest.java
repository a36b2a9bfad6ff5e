package io.kvreshard.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.NodeRates;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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
  private @Nullable NodeRates rates;
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
            () -> rates,
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

  private static NodeRates sent(long bytes) {
    return new NodeRates(bytes, 0, 0, "2026-01-01T00:00:00Z");
  }

  private @Nullable NodeRates rates() {
    return there().orElseThrow().getStatus().rates();
  }

  @Test
  void ratesGoWithOtherNews() throws Exception {
    operations.set(1);
    rates = sent(100);
    assertThat(beat()).containsExactly("writeStatus");
    assertThat(rates()).isEqualTo(sent(100));
    rates = sent(1000);
    operations.set(0);
    assertThat(beat()).containsExactly("writeStatus");
    assertThat(rates()).isEqualTo(sent(1000));
  }

  @Test
  void ratesAloneAreWrittenOnceAMinuteIfTheyDiffer() throws Exception {
    int writes = 0;
    for (int beat = 0; beat < 36; beat++) {
      rates = sent(1000 + 500 * beat);
      writes += Collections.frequency(beat(), "writeStatus");
    }
    assertThat(writes).isEqualTo(3);
  }

  @Test
  void ratesThatHardlyDifferAreNotWritten() throws Exception {
    operations.set(1);
    rates = sent(1000);
    assertThat(beat()).containsExactly("writeStatus");
    for (int beat = 0; beat < 30; beat++) {
      rates = sent(1000 + 3 * beat);
      assertThat(beat()).doesNotContain("writeStatus");
    }
    assertThat(rates()).isEqualTo(sent(1000));
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
