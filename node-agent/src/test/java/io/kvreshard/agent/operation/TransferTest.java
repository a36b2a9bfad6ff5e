package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private void nothingIsBound(String id) {
    assertThat(world.source.participants.values())
        .allSatisfy(p -> assertThat(p.calls).contains("unbind " + id));
  }

  @Test
  void everyByteArrivesAndTheJobCommits() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    KVTransferTaskStatus a = world.untilState(world.a, TaskState.Landed);
    assertThat(a.agentIncarnation()).isEqualTo("inc-a");
    Moved.wholly(world);
    assertThat(a.receipts())
        .filteredOn(r -> r.side() == ReceiptSide.Source)
        .allMatch(r -> r.writer().equals("s0"));

    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    assertThat(world.target.calls)
        .containsExactly(
            "bind snap-dst",
            "validate snap-dst",
            "commit " + world.task(world.b).getSpec().jobDigest());
    world.command(world.a, TaskCommand.Commit);
    KVTransferTaskStatus committed = world.untilState(world.a, TaskState.Committed);
    assertThat(committed.quiesced()).isEqualTo(Quiesced.True);
    assertThat(committed.released()).isNull();
    assertThat(world.source.calls).containsExactly("pin snap-src");

    world.settle(world.a, AfterSuccess.Release);
    world.control.delete(world.task(world.a));
    world.control.delete(world.task(world.b));
    world.untilQuiet(world.a, TaskState.Committed);
    world.untilQuiet(world.b, TaskState.Committed);
    assertThat(world.source.calls).containsExactly("pin snap-src", "release NOTHING");
    assertThat(world.target.calls).last().isEqualTo("release SNAPSHOT");
    nothingIsBound(world.operation().toString());
  }

  @Test
  void aSourceOfWhichNothingIsSaidStays() throws Exception {
    world.run();
    world.untilState(world.a, TaskState.Landed);
    world.command(world.a, TaskCommand.Commit);
    world.untilState(world.a, TaskState.Committed);
    world.control.delete(world.task(world.a));
    world.untilQuiet(world.a, TaskState.Committed);
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  @Test
  void anotherPlanIsRefusedForGood() throws Exception {
    world.planDigest = "0".repeat(64);
    world.run();
    TaskFailure a = world.fails(world.a);
    assertThat(a.reason()).isEqualTo("PlanMismatch");
    assertThat(a.terminal()).isTrue();
    assertThat(a.message())
        .contains("0".repeat(64))
        .contains(world.groups.getFirst().plans().digest());
    assertThat(world.source.calls).isEmpty();
  }

  @Test
  void anEngineThatRefusesEndsTheAttemptForGood() throws Exception {
    world.target.onBind = new RuntimeFailure.Refused("the reservation is gone");
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("EngineRefused");
    assertThat(b.message()).contains("the reservation is gone");
    assertThat(b.terminal()).isTrue();
    TaskFailure a = world.fails(world.a);
    assertThat(a.message()).contains("the reservation is gone");
    world.release(world.a);
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  @Test
  void aRefusedValidationEndsTheAttemptForGood() throws Exception {
    world.target.onValidate = new RuntimeFailure.Refused("checksum of block 7");
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.message()).contains("Validate").contains("checksum of block 7");
    assertThat(b.terminal()).isTrue();
  }

  @Test
  void abortInMidStreamComesToRestAndValidatesNothing() throws Exception {
    world.change = Specs.pace(20_000, 20);
    world.run();
    world.untilState(world.a, TaskState.Running);
    world.until(world.b, s -> s.transfers() != null && !s.transfers().isEmpty());
    world.command(world.a, TaskCommand.Abort);
    world.command(world.b, TaskCommand.Abort);
    // The second may notice that the first has ended before it is told itself.
    Set<TaskState> ends = EnumSet.of(TaskState.Aborted, TaskState.Failed);
    world.until(world.a, s -> ends.contains(s.state()) && s.quiesced() == Quiesced.True);
    world.until(world.b, s -> ends.contains(s.state()) && s.quiesced() == Quiesced.True);
    world.release(world.a);
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
    nothingIsBound(world.operation().toString());
  }

  @Test
  void deletionInMidStreamIsAnAbort() throws Exception {
    world.change = Specs.pace(20_000, 20);
    world.run();
    world.until(world.b, s -> s.transfers() != null && !s.transfers().isEmpty());
    world.control.delete(world.task(world.b));
    world.untilQuiet(world.b, TaskState.Aborted);
    TaskFailure a = world.fails(world.a);
    assertThat(a.terminal()).isFalse();
    assertThat(world.target.calls).doesNotContain("validate snap-dst");
  }

  @Test
  void aSourceThatDiesFailsBothSides() throws Exception {
    world.source.participant("s0").tamper.put("default", m -> BrokenMemory.dying(m, 30_000));
    world.run();
    TaskFailure a = world.fails(world.a);
    assertThat(a.reason()).isEqualTo("EngineFailed");
    assertThat(a.message()).contains("participant s0").contains("the process has ended");
    assertThat(a.terminal()).isFalse();
    world.untilQuiet(world.b, TaskState.Failed);
    assertThat(world.target.calls).doesNotContain("validate snap-dst");
  }

  @Test
  void memoryThatTheEngineHasNotTouchedIsRefusedForGood() throws Exception {
    world.target.participant("t0").cache("default").forget();
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("EngineRefused");
    assertThat(b.terminal()).isTrue();
    assertThat(b.message())
        .contains("memory of participant t0 of engine models/dst")
        .contains("region dst-t0-default: ")
        .contains("the engine must write to every page");
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
  }

  @Test
  void twoOperationsDoNotShareMemory() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.jobUid = "uid-2";
    world.createBothTasks();
    // Both nodes hold targets; whoever notices first tells the other.
    TaskFailure a = world.fails(world.a);
    TaskFailure b = world.fails(world.b);
    assertThat(List.of(a, b))
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo("PagesInUse");
              assertThat(failure.terminal()).isFalse();
              assertThat(failure.message()).contains("uid-1/1/0").contains("uid-2/1/0");
            });
  }

  @Test
  void anOlderAttemptIsRefused() throws Exception {
    world.attempt = 2;
    world.planDigest = "0".repeat(64);
    world.run();
    world.untilQuiet(world.a, TaskState.Failed);
    world.attempt = 1;
    world.createTask(world.a);
    TaskFailure a = world.fails(world.a);
    assertThat(a.reason()).isEqualTo("TaskInvalid");
    assertThat(a.message()).contains("attempt 1 of job models/job comes after attempt 2");
  }

  @Test
  void aHangingEngineEndsByTheProgressTimeout() throws Exception {
    world.change = Specs.pace(1L << 40, 2);
    world.target.participant("t0").tamper.put("default", BrokenMemory::hanging);
    world.run();
    // Both ends wait equally long; whoever notices first tells the other.
    TaskFailure a = world.fails(world.a);
    TaskFailure b = world.fails(world.b);
    assertThat(List.of(a, b))
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo("ProgressTimeout");
              assertThat(failure.message()).contains("progressTimeoutSeconds");
            });
  }

  /** From the only source to t2, which are both on node-a. */
  @Test
  void aCopyWithinTheNodeThatDoesNotMoveIsEnded() throws Exception {
    CacheGroup group = CacheGroup.of(SmallModel.ONLY, 1, 4);
    try (World near = new World(directory.resolve("near"), 1 << 20, group)) {
      near.change = Specs.pace(1L << 40, 2);
      near.target.participant("t2").tamper.put("default", BrokenMemory::hanging);
      near.run();
      TaskFailure a = near.fails(near.a);
      assertThat(a.reason()).isEqualTo("ProgressTimeout");
      assertThat(a.message()).contains("within node node-a: nothing moved for 2 s");
    }
  }
}
