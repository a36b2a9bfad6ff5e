package io.kvreshard.agent.operation;

import static io.kvreshard.agent.operation.ByHand.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskState;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agents of the other nodes are looked for before any engine hears of a task. */
final class WarmUpTest {
  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  /** The task of node-b; the other node's agent is said to be at this endpoint. */
  private TaskContext task(String endpoint) throws Exception {
    world.change =
        spec ->
            Specs.nodes(
                spec, List.of(new TaskNode("node-a", endpoint, "inc-a"), world.b.taskNode()));
    world.createDocuments();
    world.createTask(world.b);
    return ByHand.task(world, Optional::empty);
  }

  /** Steps until the task has failed, and it is as if nobody had touched it. */
  private TaskFailure failsUntouched(TaskContext task) throws Exception {
    Phase starting = new Starting(task);
    assertThat(starting.step(RUN, false)).isSameAs(starting);
    Phase over = starting.step(RUN, true);
    assertThat(over).isInstanceOf(Phase.Quiet.class);
    KVTransferTaskStatus status = task.report().status(1L, 0);
    assertThat(status.state()).isEqualTo(TaskState.Failed);
    assertThat(status.quiesced()).isEqualTo(Quiesced.True);
    assertThat(status.released()).isTrue();
    assertThat(world.target.calls).isEmpty();
    assertThat(world.source.calls).isEmpty();
    assertThat(task.shared().places().availablePermits()).isOne();
    assertThat(task.shared().operations().size()).isZero();
    return World.failure(status);
  }

  @Test
  void anAgentThatIsNotThere() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    TaskFailure failure = failsUntouched(task("127.0.0.1:" + port));
    assertThat(failure.reason()).isEqualTo("PeerUnreachable");
    assertThat(failure.terminal()).isFalse();
    assertThat(failure.message())
        .contains("node-a", "127.0.0.1:" + port, "nothing was pinned yet", "NetworkPolicies");
  }

  @Test
  void somebodyWhoAcceptsAndSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      TaskFailure failure = failsUntouched(task("127.0.0.1:" + silent.getLocalPort()));
      assertThat(failure.reason()).isEqualTo("PeerUnreachable");
      assertThat(failure.message()).contains("did not answer Greet in time");
    }
  }

  @Test
  void anAgentWithTheCertificateOfAnotherCa() throws Exception {
    try (TestAgent stranger = world.stranger("node-a", "inc-a", ThrowAwayCa.create())) {
      TaskFailure failure = failsUntouched(task(stranger.taskNode().endpoint()));
      assertThat(failure.reason()).isEqualTo("PeerUnreachable");
      assertThat(failure.message()).contains("certificates of one CA");
    }
  }

  @Test
  void aDataPortThatIsClosed() throws Exception {
    world.a.start();
    world.a.services.data().close();
    TaskFailure failure = failsUntouched(task(world.a.taskNode().endpoint()));
    assertThat(failure.reason()).isEqualTo("PeerUnreachable");
    assertThat(failure.message())
        .contains("the data port of node node-a, 127.0.0.1:" + world.a.services.data().port())
        .contains("nothing was pinned yet", "agent.dataPort");
  }

  @Test
  void oneThatWasReachedOfLateIsNotProbedAgain() {
    var clock = new HandClock();
    var reach = new Reach(Duration.ofSeconds(5), Duration.ofSeconds(60), clock);
    reach.reached("inc", Reach.Port.STREAMS);
    assertThat(reach.isKnown("inc", Reach.Port.STREAMS)).isTrue();
    assertThat(reach.isKnown("inc", Reach.Port.CALLS)).isFalse();
    assertThat(reach.isKnown("other", Reach.Port.STREAMS)).isFalse();
    clock.sleep(Duration.ofSeconds(60));
    assertThat(reach.isKnown("inc", Reach.Port.STREAMS)).isFalse();
  }
}
