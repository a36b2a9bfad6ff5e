package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the records of an agent go with its node. */
class NodeSweepTest {
  private static final Duration GIVEN_UP = Duration.ofMinutes(6);

  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  private List<String> nodes() {
    play.sweepNodes();
    return play.plane.list(KVNode.class, Scope.everywhere()).stream()
        .map(it -> it.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static boolean isAtWork(KVTransferTask task) {
    return task.getStatus() != null && task.getStatus().state() == TaskState.Running;
  }

  private boolean hasLease() {
    return play.plane.get(Lease.class, "kvreshard-system", "kvreshard-agent-n2").isPresent();
  }

  @Test
  void theyGoWithTheMachine() throws Exception {
    play.lose("n2", "n1", GIVEN_UP);
    assertThat(nodes()).containsExactly("n1", "n2");
    play.site.removeMachine("n2");

    assertThat(nodes()).containsExactly("n1");
    assertThat(hasLease()).isFalse();
    await().until(() -> !play.knows("n2"));
    assertThat(nodes()).containsExactly("n1");
  }

  @Test
  void theyStayUntilTheAgentIsGivenUp() throws Exception {
    play.site.removeMachine("n2");
    play.lose("n2", "n1", Duration.ofMinutes(4));

    assertThat(nodes()).containsExactly("n1", "n2");
    assertThat(hasLease()).isTrue();
  }

  @Test
  void theyStayWhileAQuarantineIsAboutTheNodeAndItsTask() throws Exception {
    var _ = play.site.job("move", Site.spec("a", "b", null, null, 0L, null));
    play.until(() -> play.tasks().stream().filter(NodeSweepTest::isAtWork).count() == 2);
    play.n2.dead = true;
    play.settle();
    play.lose("n2", "n1", GIVEN_UP);
    play.until("move", JobPhase.Failed);
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Quarantined);
    play.site.removeMachine("n2");
    assertThat(nodes()).containsExactly("n1", "n2");

    play.until(
        () -> {
          play.sweep();
          return play.tasks().isEmpty();
        });
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().quarantine()).isNull();
    assertThat(nodes()).containsExactly("n1");
  }
}
