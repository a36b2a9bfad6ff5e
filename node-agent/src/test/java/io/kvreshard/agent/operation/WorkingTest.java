package io.kvreshard.agent.operation;

import static io.kvreshard.agent.operation.ByHand.ABORT;
import static io.kvreshard.agent.operation.ByHand.COMMIT;
import static io.kvreshard.agent.operation.ByHand.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A failure is on record before others can take its echo for a reason to try again; a commit is
 * carried out whatever fails.
 */
final class WorkingTest {
  @TempDir private Path directory;
  private final HandClock clock = new HandClock();
  private World world;
  private TaskReport report;
  private Operation operation;
  private Phase working;
  private Optional<String> digest = Optional.empty();

  @BeforeEach
  void open() throws Exception {
    world = new World(directory, clock);
    world.createTasks();
    TaskContext task = ByHand.task(world, () -> digest);
    Services services = task.services();
    report = task.report();
    operation =
        new Operation(
            task.id(),
            task.task().getSpec(),
            TaskDocuments.plan(services.control(), task.task(), task.id()),
            report,
            new PeerLinks(task.roster(), task.shared().operations(), services.peers()),
            services);
    working = new Working(task, operation);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  private boolean goesOn() {
    return operation.crew().fork("another", () -> {});
  }

  private void refuse() {
    operation.fail(new FailedException(FailureReason.EngineRefused, "the reservation is gone"));
  }

  @Test
  void aRefusalIsSpreadWhenItIsOnRecord() throws Exception {
    refuse();
    assertThat(goesOn()).isTrue();
    assertThat(working.step(RUN, true)).isSameAs(working);
    assertThat(report.state()).isEqualTo(TaskState.Failed);
    assertThat(working.step(RUN, false)).isSameAs(working);
    assertThat(goesOn()).isTrue();

    assertThat(working.step(RUN, true)).isInstanceOf(Ending.class);
    assertThat(goesOn()).isFalse();
  }

  @Test
  void anOperatorThatCannotBeToldKeepsNobodyFromTheEnd() throws Exception {
    refuse();
    assertThat(working.step(RUN, true)).isSameAs(working);
    clock.sleep(Duration.ofSeconds(5).minusNanos(1));
    assertThat(working.step(RUN, false)).isSameAs(working);
    clock.sleep(Duration.ofNanos(1));
    assertThat(working.step(RUN, false)).isInstanceOf(Ending.class);
  }

  @Test
  void whatMayGoWellAnotherTimeIsSpreadAtOnce() {
    operation.fail(new FailedException(FailureReason.EngineFailed, "not now"));
    assertThat(goesOn()).isFalse();
  }

  /** All is moved and validated, and the operator knows. */
  private void validated() {
    report.transfer("default", "a".repeat(64));
    digest = Optional.of(JobDigest.of(world.operation(), report.transfers()));
    report.state(TaskState.Validated);
    operation.workDone();
  }

  private void fault() {
    operation.fail(new FailedException(FailureReason.Internal, "a fault of the agent"));
  }

  private String commit() {
    return "commit " + digest.orElseThrow();
  }

  @Test
  void aFaultDoesNotTakeTheReservationBackAfterTheDecision() throws Exception {
    validated();
    fault();
    assertThat(working.step(COMMIT, true)).isInstanceOf(Committed.class);
    assertThat(report.state()).isEqualTo(TaskState.Committed);
    assertThat(world.target.calls).containsExactly(commit());
  }

  @Test
  void aCommitIsRepeatedUntilTheEngineAnswers() throws Exception {
    validated();
    world.target.onCommit = new RuntimeFailure.Transient("not now");
    assertThat(working.step(COMMIT, true)).isSameAs(working);
    fault();
    assertThat(working.step(COMMIT, true)).isSameAs(working);
    assertThat(report.state()).isEqualTo(TaskState.Validated);
    world.target.onCommit = null;
    assertThat(working.step(COMMIT, true)).isInstanceOf(Committed.class);
    assertThat(world.target.calls).containsExactly(commit(), commit(), commit());
  }

  @Test
  void aCommitEndsWithTheEngine() throws Exception {
    validated();
    world.target.onCommit = new RuntimeFailure.Gone("its connection is gone");
    assertThat(working.step(COMMIT, true)).isInstanceOf(Ending.class);
    assertThat(World.failure(report.status(1L, 0)).reason()).isEqualTo("RuntimeGone");
  }

  @Test
  void whatMayBeDecidedIsHeldUntilTheOperatorSaysSo() throws Exception {
    validated();
    fault();
    assertThat(working.step(RUN, true)).isSameAs(working);
    assertThat(report.state()).isEqualTo(TaskState.Failed);
    assertThat(working.step(RUN, true)).isSameAs(working);
    assertThat(working.step(COMMIT, true)).isInstanceOf(Committed.class);
    assertThat(report.state()).isEqualTo(TaskState.Committed);
  }

  @Test
  void whatMayBeDecidedIsGivenUpOnAbort() throws Exception {
    validated();
    fault();
    assertThat(working.step(RUN, true)).isSameAs(working);
    assertThat(working.step(RUN, true)).isSameAs(working);
    assertThat(working.step(ABORT, true)).isInstanceOf(Ending.class);
  }

  @Test
  void anAbortDoesNotHideARefusal() throws Exception {
    refuse();
    assertThat(working.step(ABORT, true)).isSameAs(working);
    assertThat(working.step(ABORT, true)).isInstanceOf(Ending.class);
    assertThat(report.state()).isEqualTo(TaskState.Failed);
    assertThat(World.failure(report.status(1L, 0)).terminal()).isTrue();
  }
}
