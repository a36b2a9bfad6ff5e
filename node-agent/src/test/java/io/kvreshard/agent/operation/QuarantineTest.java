package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that neither answers nor dies: the agent's record, and how it ends. */
final class QuarantineTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  @TempDir private Path directory;
  private World world;
  private FakeParticipant t0;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory, Duration.ofSeconds(1));
    t0 = world.target.participant("t0");
  }

  @AfterEach
  void close() throws Exception {
    end.countDown();
    t0.onUnbind = null;
    world.close();
  }

  /** t0, whose agent is b's, does not end the operation. */
  private KVTransferTaskStatus quarantined() throws Exception {
    t0.onUnbind = new RuntimeFailure.Transient("Unbind was not answered");
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.command(world.b, TaskCommand.Abort);
    return world.until(world.b, status -> status.quarantine() != null);
  }

  private List<Path> onDisk() throws IOException {
    try (var files = Files.list(world.state("node-b"))) {
      return files.toList();
    }
  }

  private boolean isQuiet() {
    return world.task(world.b).getStatus().quiesced() == Quiesced.True;
  }

  private void untilCleared() {
    await()
        .atMost(SOON)
        .until(() -> isQuiet() && world.quarantine(world.b).isEmpty() && onDisk().isEmpty());
    assertThat(world.task(world.b).getStatus().quarantine()).isNull();
  }

  @Test
  void theRecordIsOnDiskAndInTheKvNodeBeforeTheTaskSaysSo() throws Exception {
    KVTransferTaskStatus status = quarantined();
    assertThat(status.quiesced()).isEqualTo(Quiesced.Unknown);
    assertThat(Objects.requireNonNull(status.quarantine()).message())
        .contains("participant t0", "dst/t0", "Unbind was not answered");
    assertThat(world.quarantine(world.b))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.operation()).isEqualTo("uid-1/1/0");
              assertThat(it.job()).isEqualTo("models/job");
              assertThat(it.message()).contains("participant t0");
            });
    assertThat(onDisk())
        .singleElement()
        .satisfies(file -> assertThat(file).content().contains("uid-1/1/0", "dst/t0"));
    assertThat(world.target.calls).doesNotContain("release SNAPSHOT");
  }

  @Test
  void theAnswerClearsIt() throws Exception {
    quarantined();
    t0.onUnbind = null;
    untilCleared();
    world.release(world.b);
    assertThat(world.target.calls).last().isEqualTo("release SNAPSHOT");
  }

  @Test
  void theProcessesEndClearsIt() throws Exception {
    quarantined();
    world.b.runtimes.participants.remove(t0);
    untilCleared();
  }

  @Test
  void itSurvivesTheAgentAndEndsWithTheProcess() throws Exception {
    quarantined();
    world.restartB();
    KVTransferTaskStatus status =
        world.until(
            world.b,
            it -> it.quarantine() != null && world.b.incarnation.equals(it.agentIncarnation()));
    assertThat(status.quiesced()).isEqualTo(Quiesced.Unknown);
    assertThat(world.quarantine(world.b)).hasSize(1);
    assertThat(onDisk()).hasSize(1);

    t0.onUnbind = new RuntimeFailure.Gone("its connection is gone");
    untilCleared();
  }

  @Test
  void itOutlivesItsTask() throws Exception {
    quarantined();
    var task = world.task(world.b);
    task.getMetadata().setFinalizers(List.of());
    world.control.delete(world.control.replace(task));
    world.restartB();
    await().atMost(SOON).until(() -> world.quarantine(world.b).size() == 1);

    t0.onUnbind = null;
    await().atMost(SOON).until(() -> world.quarantine(world.b).isEmpty() && onDisk().isEmpty());
    assertThat(t0.calls).contains("unbind uid-1/1/0");
  }

  @Test
  void copiesThatDoNotEndArePutOnRecord() throws Exception {
    t0.tamper.put("default", memory -> BrokenMemory.stubborn(memory, entered, end));
    world.run();
    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    world.command(world.b, TaskCommand.Abort);
    KVTransferTaskStatus status = world.until(world.b, it -> it.quarantine() != null);
    assertThat(Objects.requireNonNull(status.quarantine()).message()).contains("a thread");

    end.countDown();
    untilCleared();
  }
}
