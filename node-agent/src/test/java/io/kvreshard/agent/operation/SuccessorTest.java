package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents and engines that have a predecessor. */
final class SuccessorTest {
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

  @Test
  void anotherIncarnationsTaskIsOnlyCleanedUp() throws Exception {
    world.createTasks();
    var task = world.task(world.a);
    task.setStatus(
        new KVTransferTaskStatus(
            1L, "inc-old", TaskState.Running, null, null, 5L, Quiesced.False, null, null, null));
    world.control.writeStatus(task);
    world.start();
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(World.failure(a).reason()).isEqualTo("AgentRestarted");
    assertThat(World.failure(a).message()).contains("inc-old").contains("inc-a");
    assertThat(a.agentIncarnation()).isEqualTo("inc-a");
    assertThat(world.source.calls).isEmpty();
    world.release(world.a);
    assertThat(world.source.calls).containsExactly("release SNAPSHOT");
  }

  @Test
  void aSuccessorCarriesOutTheDecision() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.restartB();
    KVTransferTaskStatus found = world.untilState(world.b, TaskState.Failed);
    assertThat(World.failure(found).reason()).isEqualTo("AgentRestarted");
    assertThat(found.quiesced()).isEqualTo(Quiesced.False);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "validate snap-dst");

    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    world.control.delete(world.task(world.b));
    world.untilQuiet(world.b, TaskState.Committed);
    assertThat(world.target.calls)
        .containsExactly(
            "bind snap-dst",
            "validate snap-dst",
            "commit " + world.task(world.b).getSpec().jobDigest(),
            "release SNAPSHOT");
  }

  @Test
  void whatWasProvenQuietBeforeItsAgentWasRestartedStaysSo() throws Exception {
    world.run();
    assertThat(world.untilState(world.a, TaskState.Landed).quiesced()).isEqualTo(Quiesced.True);
    world.restartA();

    KVTransferTaskStatus found = world.untilState(world.a, TaskState.Failed);
    assertThat(World.failure(found).reason()).isEqualTo("AgentRestarted");
    assertThat(found.quiesced()).isEqualTo(Quiesced.True);
    assertThat(world.source.calls).containsExactly("pin snap-src");
    world.command(world.a, TaskCommand.Abort);
    world.release(world.a);
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  @Test
  void aFailureAfterTheWorkIsDoneDoesNotTakeBackThatItIsQuiet() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.target.succeededBy("dst/another", 79);
    world.command(world.b, TaskCommand.Commit);
    assertThat(World.failure(world.untilState(world.b, TaskState.Failed)).reason())
        .isEqualTo("RuntimeGone");
    world.untilQuiet(world.b, TaskState.Failed);
  }

  @Test
  void aSuccessorOfASuccessorHoldsWhatMayBeDecided() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.restartB();
    world.untilState(world.b, TaskState.Failed);
    world.restartB();
    String newest = world.b.incarnation;
    world.until(world.b, status -> newest.equals(status.agentIncarnation()));
    assertThat(world.target.calls).containsExactly("bind snap-dst", "validate snap-dst");

    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
  }

  @ParameterizedTest
  @CsvSource({"dst/coordinator, 78", "dst/another, 79"})
  void aCommitIsForTheEngineThatMadeTheReservationNotForItsSuccessor(String instanceId, long epoch)
      throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.target.succeededBy(instanceId, epoch);
    world.command(world.b, TaskCommand.Commit);
    activationIsLost(instanceId, epoch);
  }

  @Test
  void aSuccessorOfTheAgentDoesNotCommitToASuccessorOfTheEngine() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.target.succeededBy("dst/another", 78);
    world.restartB();
    world.untilState(world.b, TaskState.Failed);
    world.command(world.b, TaskCommand.Commit);
    activationIsLost("dst/another", 78);
  }

  private void activationIsLost(String instanceId, long epoch) {
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("RuntimeGone");
    assertThat(b.message())
        .contains("instance dst/coordinator of group epoch 77")
        .contains("instance %s of group epoch %d".formatted(instanceId, epoch));
    assertThat(world.target.calls).containsExactly("bind snap-dst", "validate snap-dst");
  }

  @Test
  void anEngineThatHasStartedAgainIsNeitherBoundNorReleased() throws Exception {
    world.target.succeededBy("dst/another", 78);
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("RuntimeGone");
    assertThat(b.terminal()).isFalse();
    assertThat(world.target.calls).isEmpty();
  }

  @Test
  void aSuccessorReleasesTheSourceIfThatWasSaid() throws Exception {
    world.createTasks();
    var task = world.task(world.a);
    task.setStatus(
        new KVTransferTaskStatus(
            1L,
            "inc-old",
            TaskState.Committed,
            null,
            List.of(new GroupTransfer("default", "a".repeat(64))),
            5L,
            Quiesced.False,
            null,
            null,
            null));
    world.control.writeStatus(task);
    world.command(world.a, TaskCommand.Commit);
    world.settle(world.a, AfterSuccess.Release);
    world.control.delete(world.task(world.a));
    world.start();
    world.untilQuiet(world.a, TaskState.Committed);
    assertThat(world.source.calls).containsExactly("release NOTHING");
  }

  @Test
  void aSuccessorGivesTheReservationBackOnAbort() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.restartB();
    world.untilState(world.b, TaskState.Failed);
    world.command(world.b, TaskCommand.Abort);
    world.untilQuiet(world.b, TaskState.Failed);
    world.release(world.b);
    assertThat(world.target.calls)
        .containsExactly("bind snap-dst", "validate snap-dst", "release SNAPSHOT");
  }

  @Test
  void aSuccessorReleasesWhatItsPredecessorHadBroughtToRest() throws Exception {
    world.target.onBind = new RuntimeFailure.Refused("the reservation is gone");
    world.run();
    world.fails(world.b);
    world.restartB();
    world.until(world.b, status -> world.b.incarnation.equals(status.agentIncarnation()));
    assertThat(world.target.calls).containsExactly("bind snap-dst");
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.task(world.b).getStatus().quiesced()).isEqualTo(Quiesced.True);
  }
}
