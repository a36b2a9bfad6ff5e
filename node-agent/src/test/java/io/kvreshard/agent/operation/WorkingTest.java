package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure is on record before others can take its echo for a reason to try again. */
final class WorkingTest {
  private static final Orders RUN = new Orders(TaskCommand.Run, false, Keep.SNAPSHOT);
  private static final Orders ABORT = new Orders(TaskCommand.Abort, true, Keep.SNAPSHOT);

  @TempDir private Path directory;
  private final HandClock clock = new HandClock();
  private World world;
  private TaskReport report;
  private Operation operation;
  private Phase working;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
    world.createTasks();
    KVTransferTask task = world.task(world.b);
    Services services = services(world.b.services);
    Operations operations = new Operations();
    report = new TaskReport(services.incarnation(), () -> {}, _ -> {});
    TaskContext context =
        new TaskContext(
            task,
            world.operation(),
            services,
            new Shared(operations, new OpenBindings(), new Attempts(), new Semaphore(1), clock, 0),
            report,
            Optional::empty);
    operation =
        new Operation(
            world.operation(),
            task.getSpec(),
            TaskDocuments.plan(services.control(), task, world.operation()),
            report,
            new PeerLinks(context.roster(), operations, services.peers()),
            services);
    working = new Working(context, operation);
  }

  private Services services(Services real) {
    return new Services(
        real.nodeName(),
        real.incarnation(),
        real.taskNamespace(),
        real.control(),
        real.runtimes(),
        real.peers(),
        real.data(),
        real.moved(),
        real.outgoing(),
        real.incoming(),
        real.timer(),
        clock,
        real.meters());
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

  @Test
  void anAbortDoesNotHideARefusal() throws Exception {
    refuse();
    assertThat(working.step(ABORT, true)).isSameAs(working);
    assertThat(working.step(ABORT, true)).isInstanceOf(Ending.class);
    assertThat(report.state()).isEqualTo(TaskState.Failed);
    assertThat(World.failure(report.status(1L, 0)).terminal()).isTrue();
  }
}
