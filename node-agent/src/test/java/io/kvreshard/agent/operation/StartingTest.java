package io.kvreshard.agent.operation;

import static io.kvreshard.agent.operation.ByHand.ABORT;
import static io.kvreshard.agent.operation.ByHand.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A place is taken when a task is accepted, and is free again however it ends; no engine hears of
 * the task before its acceptance is durable.
 */
final class StartingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path directory;
  private final HandClock clock = new HandClock();
  private World world;
  private TaskContext task;
  private Semaphore places;
  private Phase starting;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory, clock);
    world.createDocuments();
    world.createTask(world.b);
    world.a.start();
    task = ByHand.task(world, Optional::empty);
    places = task.shared().places();
    starting = new Starting(task);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  private void accept() throws InterruptedException {
    assertThat(starting.step(RUN, false)).isSameAs(starting);
    assertThat(task.report().state()).isEqualTo(TaskState.Accepted);
  }

  /** Steps to the end of an operation that has begun. */
  private void abort(Phase begun) throws InterruptedException {
    assertThat(begun).isInstanceOf(Working.class);
    Phase ending = begun.step(ABORT, true);
    assertThat(ending.step(ABORT, true)).isSameAs(ending);
    assertThat(places.availablePermits()).isZero();
    assertThat(ending.step(ABORT, true)).isInstanceOf(Drained.class);
    assertThat(places.availablePermits()).isOne();
  }

  /** No engine has heard of it; the place is as it was before. */
  private KVTransferTaskStatus isOver(Phase phase) {
    KVTransferTaskStatus status = task.report().status(1L, 0);
    assertThat(phase).isInstanceOf(Phase.Quiet.class);
    assertThat(status.quiesced()).isEqualTo(Quiesced.True);
    assertThat(status.released()).isTrue();
    isUntouched();
    return status;
  }

  private void isUntouched() {
    assertThat(world.target.calls).isEmpty();
    assertThat(task.shared().operations().size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAbortBeforeTheBeginningGivesThePlaceBack(boolean durable) throws Exception {
    accept();
    assertThat(places.availablePermits()).isZero();
    assertThat(isOver(starting.step(ABORT, durable)).state()).isEqualTo(TaskState.Aborted);
    assertThat(places.availablePermits()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTaskThatIsGoneGivesThePlaceBack(boolean durable) throws Exception {
    accept();
    assertThat(places.availablePermits()).isZero();
    Orders gone = Orders.of(task.task(), true);
    assertThat(isOver(starting.step(gone, durable)).state()).isEqualTo(TaskState.Aborted);
    assertThat(places.availablePermits()).isOne();
  }

  @Test
  void whatHasBegunHoldsThePlaceUntilItIsQuiet() throws Exception {
    accept();
    abort(starting.step(RUN, true));
  }

  @Test
  void withoutItsDocumentsATaskFailsAndGivesThePlaceBack() throws Exception {
    world
        .control
        .get(ConfigMap.class, World.NAMESPACE, task.task().getSpec().documents())
        .ifPresent(world.control::delete);
    accept();
    KVTransferTaskStatus status = isOver(starting.step(RUN, true));
    assertThat(status.state()).isEqualTo(TaskState.Failed);
    assertThat(World.failure(status).reason()).isEqualTo("DocumentsLost");
    assertThat(places.availablePermits()).isOne();
  }

  @Test
  void aControlPlaneThatCannotBeReadIsAFaultThatGivesThePlaceBack() throws Exception {
    var fault = new IllegalStateException("no answer");
    world.documents.fault = fault;
    accept();
    assertThatThrownBy(() -> starting.step(RUN, true)).isSameAs(fault);
    isUntouched();
    assertThat(places.availablePermits()).isOne();
  }

  @Test
  void withoutAPlaceATaskWaitsForOne() throws Exception {
    places.acquire();
    accept();
    clock.sleep(PATIENCE);
    assertThat(starting.step(RUN, true)).isSameAs(starting);
    assertThat(task.report().state()).isEqualTo(TaskState.Accepted);
    assertThat(world.documents.count).hasValue(0);
    isUntouched();

    places.release();
    abort(starting.step(RUN, true));
  }

  @Test
  void withoutAPlaceATaskFailsInTime() throws Exception {
    places.acquire();
    accept();
    clock.sleep(PATIENCE.plusNanos(1));
    KVTransferTaskStatus status = isOver(starting.step(RUN, true));
    assertThat(status.state()).isEqualTo(TaskState.Failed);
    assertThat(World.failure(status).reason()).isEqualTo("AgentBusy");
    assertThat(places.availablePermits()).isZero();
  }

  @Test
  void whoHasNoPlaceGivesNoneBack() throws Exception {
    places.acquire();
    accept();
    assertThat(isOver(starting.step(ABORT, true)).state()).isEqualTo(TaskState.Aborted);
    assertThat(places.availablePermits()).isZero();
  }

  @Test
  void documentsAreReadWhileTheAcceptanceIsWrittenAndEnginesAskedAfterIt() throws Exception {
    accept();
    await().untilAtomic(world.documents.count, reads -> assertThat(reads).isOne());
    assertThat(starting.step(RUN, false)).isSameAs(starting);
    isUntouched();

    Phase begun = starting.step(RUN, true);
    await().until(() -> world.target.calls.contains("bind snap-dst"));
    assertThat(world.documents.count).hasValue(1);
    abort(begun);
  }
}
