package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.memory.StreamTarget;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole operations of two agents over loopback. */
final class TransferTest {
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

  private void run() throws Exception {
    world.start();
    world.createTasks();
  }

  private static TaskFailure failure(KVTransferTaskStatus status) {
    return Objects.requireNonNull(status.failure());
  }

  private static long done(KVTransferTaskStatus status) {
    return Objects.requireNonNull(status.bytesDone());
  }

  private void nothingIsBound(String id) {
    assertThat(world.source.participants.values())
        .allSatisfy(p -> assertThat(p.calls).contains("unbind " + id));
  }

  @Test
  void everyByteArrivesAndTheJobCommits() throws Exception {
    run();
    KVTransferTaskStatus b = world.untilState(world.b, TaskState.Validated);
    KVTransferTaskStatus a = world.untilState(world.a, TaskState.Landed);
    for (FakeParticipant participant : world.target.participants.values()) {
      assertThat(participant.content()).isEqualTo(participant.right());
    }
    assertThat(a.transfers()).isEqualTo(b.transfers()).hasSize(1);
    assertThat(a.agentIncarnation()).isEqualTo("inc-a");
    assertReceipts(a, b);

    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    assertThat(world.target.calls)
        .containsExactly(
            "bind snap-dst",
            "validate snap-dst",
            "commit " + world.task(world.b).getSpec().jobDigest());
    world.command(world.a, TaskCommand.Commit);
    KVTransferTaskStatus committed = world.untilState(world.a, TaskState.Committed);
    assertThat(committed.quiesced()).isEqualTo(Quiesced.False);
    assertThat(world.source.calls).containsExactly("pin snap-src");

    world.control.delete(world.task(world.a));
    world.control.delete(world.task(world.b));
    world.untilQuiet(world.a, TaskState.Committed);
    world.untilQuiet(world.b, TaskState.Committed);
    assertThat(world.source.calls).containsExactly("pin snap-src", "release NOTHING");
    assertThat(world.target.calls).last().isEqualTo("release SNAPSHOT");
    nothingIsBound(world.operation().toString());
  }

  private void assertReceipts(KVTransferTaskStatus a, KVTransferTaskStatus b) {
    List<Receipt> all = new java.util.ArrayList<>(a.receipts());
    all.addAll(b.receipts());
    long bytes = 0;
    int pairs = 0;
    for (String writer : world.plans.writers()) {
      for (String target : world.plans.targets()) {
        long planned = world.plans.bytes(writer, target);
        if (planned == 0) {
          continue;
        }
        pairs++;
        bytes += planned;
        for (ReceiptSide side : ReceiptSide.values()) {
          assertThat(all)
              .filteredOn(r -> r.side() == side)
              .contains(new Receipt(side, "default", writer, target, planned, true, null));
        }
      }
    }
    assertThat(all).hasSize(2 * pairs);
    assertThat(a.receipts())
        .filteredOn(r -> r.side() == ReceiptSide.Source)
        .allMatch(r -> r.writer().equals("s0"));
    assertThat(done(a) + done(b)).isEqualTo(bytes);
  }

  @Test
  void anotherPlanIsRefusedForGood() throws Exception {
    world.planDigest = "0".repeat(64);
    run();
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).reason()).isEqualTo("PlanMismatch");
    assertThat(failure(a).terminal()).isTrue();
    assertThat(failure(a).message()).contains("0".repeat(64)).contains(world.plans.digest());
    assertThat(world.source.calls).isEmpty();
  }

  @Test
  void anEngineThatRefusesEndsTheAttemptForGood() throws Exception {
    world.target.onBind = new RuntimeFailure.Refused("the reservation is gone");
    run();
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(failure(b).reason()).isEqualTo("EngineRefused");
    assertThat(failure(b).message()).contains("the reservation is gone");
    assertThat(failure(b).terminal()).isTrue();
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).message()).contains("the reservation is gone");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  @Test
  void aRefusedValidationEndsTheAttemptForGood() throws Exception {
    world.target.onValidate = new RuntimeFailure.Refused("checksum of block 7");
    run();
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(failure(b).message()).contains("Validate").contains("checksum of block 7");
    assertThat(failure(b).terminal()).isTrue();
  }

  @Test
  void abortInMidStreamComesToRestAndValidatesNothing() throws Exception {
    world.change = World.pace(100_000, 20);
    run();
    world.untilState(world.a, TaskState.Running);
    world.until(world.b, s -> s.transfers() != null && !s.transfers().isEmpty());
    world.command(world.a, TaskCommand.Abort);
    world.command(world.b, TaskCommand.Abort);
    // The second may notice that the first has ended before it is told itself.
    Set<TaskState> ends = EnumSet.of(TaskState.Aborted, TaskState.Failed);
    world.until(world.a, s -> ends.contains(s.state()) && s.quiesced() == Quiesced.True);
    world.until(world.b, s -> ends.contains(s.state()) && s.quiesced() == Quiesced.True);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
    nothingIsBound(world.operation().toString());
  }

  @Test
  void deletionInMidStreamIsAnAbort() throws Exception {
    world.change = World.pace(100_000, 20);
    run();
    world.until(world.b, s -> s.transfers() != null && !s.transfers().isEmpty());
    world.control.delete(world.task(world.b));
    world.untilQuiet(world.b, TaskState.Aborted);
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).terminal()).isFalse();
    assertThat(world.target.calls).doesNotContain("validate snap-dst");
  }

  @Test
  void aSourceThatDiesFailsBothSides() throws Exception {
    world.source.participant("s0").tamper = memory -> new Dying(memory, 30_000);
    run();
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).reason()).isEqualTo("EngineFailed");
    assertThat(failure(a).message()).contains("participant s0").contains("the process has ended");
    assertThat(failure(a).terminal()).isFalse();
    world.untilQuiet(world.b, TaskState.Failed);
    assertThat(world.target.calls).doesNotContain("validate snap-dst");
  }

  @Test
  void anotherIncarnationsTaskIsOnlyCleanedUp() throws Exception {
    world.createTasks();
    var task = world.task(world.a);
    task.setStatus(
        new KVTransferTaskStatus(
            1L, "inc-old", TaskState.Running, null, null, 5L, Quiesced.False, null));
    world.control.writeStatus(task);
    world.start();
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).reason()).isEqualTo("AgentRestarted");
    assertThat(failure(a).message()).contains("inc-old").contains("inc-a");
    assertThat(a.agentIncarnation()).isEqualTo("inc-a");
    assertThat(world.source.calls).containsExactly("release SNAPSHOT");
  }

  @Test
  void aSuccessorCarriesOutTheDecision() throws Exception {
    run();
    world.untilState(world.b, TaskState.Validated);
    world.restartB();
    KVTransferTaskStatus found = world.untilState(world.b, TaskState.Failed);
    assertThat(failure(found).reason()).isEqualTo("AgentRestarted");
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

  @ParameterizedTest
  @CsvSource({"dst/coordinator, 78", "dst/another, 79"})
  void aCommitIsForTheEngineThatMadeTheReservationNotForItsSuccessor(String instanceId, long epoch)
      throws Exception {
    run();
    world.untilState(world.b, TaskState.Validated);
    world.target.succeededBy(instanceId, epoch);
    world.command(world.b, TaskCommand.Commit);
    activationIsLost(instanceId, epoch);
  }

  @Test
  void aSuccessorOfTheAgentDoesNotCommitToASuccessorOfTheEngine() throws Exception {
    run();
    world.untilState(world.b, TaskState.Validated);
    world.target.succeededBy("dst/another", 78);
    world.restartB();
    world.untilState(world.b, TaskState.Failed);
    world.command(world.b, TaskCommand.Commit);
    activationIsLost("dst/another", 78);
  }

  private void activationIsLost(String instanceId, long epoch) {
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(failure(b).reason()).isEqualTo("RuntimeGone");
    assertThat(failure(b).message())
        .contains("instance dst/coordinator of group epoch 77")
        .contains("instance %s of group epoch %d".formatted(instanceId, epoch));
    assertThat(world.target.calls).containsExactly("bind snap-dst", "validate snap-dst");
  }

  @Test
  void anEngineThatHasStartedAgainIsNeitherBoundNorReleased() throws Exception {
    world.target.succeededBy("dst/another", 78);
    run();
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(failure(b).reason()).isEqualTo("RuntimeGone");
    assertThat(failure(b).terminal()).isFalse();
    assertThat(world.target.calls).isEmpty();
  }

  @Test
  void aSuccessorGivesTheReservationBackOnAbort() throws Exception {
    run();
    world.untilState(world.b, TaskState.Validated);
    world.restartB();
    world.untilState(world.b, TaskState.Failed);
    world.command(world.b, TaskCommand.Abort);
    world.untilQuiet(world.b, TaskState.Failed);
    assertThat(world.target.calls)
        .containsExactly("bind snap-dst", "validate snap-dst", "release SNAPSHOT");
  }

  @Test
  void twoOperationsDoNotShareMemory() throws Exception {
    run();
    world.untilState(world.b, TaskState.Validated);
    world.jobUid = "uid-2";
    world.createBothTasks();
    // Both nodes hold targets; whoever notices first tells the other.
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(List.of(failure(a), failure(b)))
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo("BindingInvalid");
              assertThat(failure.message()).contains("uid-1/1/0").contains("uid-2/1/0");
            });
  }

  @Test
  void anOlderAttemptIsRefused() throws Exception {
    world.attempt = 2;
    world.planDigest = "0".repeat(64);
    run();
    world.untilQuiet(world.a, TaskState.Failed);
    world.attempt = 1;
    world.createTask(world.a);
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    assertThat(failure(a).reason()).isEqualTo("TaskInvalid");
    assertThat(failure(a).message()).contains("attempt 1 of job models/job comes after attempt 2");
  }

  @Test
  void aHangingEngineEndsByTheProgressTimeout() throws Exception {
    world.change = World.pace(1L << 40, 2);
    world.target.participant("t0").tamper = Hanging::new;
    run();
    // Both ends wait equally long; whoever notices first tells the other.
    KVTransferTaskStatus a = world.untilQuiet(world.a, TaskState.Failed);
    KVTransferTaskStatus b = world.untilQuiet(world.b, TaskState.Failed);
    assertThat(List.of(failure(a), failure(b)))
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo("ProgressTimeout");
              assertThat(failure.message()).contains("progressTimeoutSeconds");
            });
  }

  /** Fails in the middle of being read. */
  private record Dying(ParticipantMemory memory, long after) implements ParticipantMemory {
    @Override
    public StreamSource source(DenseStream stream) {
      StreamSource whole = memory.source(stream);
      return (from, into) -> {
        if (from + into.byteSize() > after) {
          throw new MemoryFailure(MemoryFailure.Kind.TRANSIENT, "the process has ended");
        }
        whole.gather(from, into);
      };
    }

    @Override
    public StreamTarget target(DenseStream stream) {
      return memory.target(stream);
    }

    @Override
    public boolean quiesce(Duration limit) throws InterruptedException {
      return memory.quiesce(limit);
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** Never ends a scatter. */
  private record Hanging(ParticipantMemory memory) implements ParticipantMemory {
    @Override
    public StreamSource source(DenseStream stream) {
      return memory.source(stream);
    }

    @Override
    public StreamTarget target(DenseStream stream) {
      return (from, bytes) -> {
        new java.util.concurrent.CountDownLatch(1).await();
        return 0;
      };
    }

    @Override
    public boolean quiesce(Duration limit) throws InterruptedException {
      return memory.quiesce(limit);
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
