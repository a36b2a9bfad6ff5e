package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.bench.control.TaskReport.Landing;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskReportTest {
  private static final Receipt RECEIPT =
      new Receipt(ReceiptSide.Target, "default", "w", "t", 512, true, null);

  private boolean there = true;

  @Test
  void targetsCoordinatorSaysWhatIsWaitedForOneByOne() throws InterruptedException {
    var task = task("target");
    there = false;
    var now = settled(TaskReport.NOTHING, task);
    assertThat(now.state()).isEqualTo(TaskState.Accepted);
    assertThat(now.quiesced()).isEqualTo(Quiesced.False);

    there = true;
    assertThat(states(now, task)).containsExactly(TaskState.Validated);
    now = settled(now, task);
    assertThat(now.status(task, "me").bytesDone()).isEqualTo(512);

    command(task, TaskCommand.Commit);
    assertThat(states(now, task)).containsExactly(TaskState.Committed);
    now = settled(now, task);
    assertThat(now.last()).isTrue();
  }

  @Test
  void nobodyWaitsForTheSourceToHearOfTheCommit() throws InterruptedException {
    var task = task("source");
    assertThat(states(TaskReport.NOTHING, task))
        .containsExactly(TaskState.Accepted, TaskState.Landed);
    var now = settled(TaskReport.NOTHING, task);
    command(task, TaskCommand.Commit);
    assertThat(next(now, task)).isEqualTo(now);

    task.getMetadata().setDeletionTimestamp("2026-12-01T12:00:00Z");
    var quiet = next(now, task);
    assertThat(quiet.state()).isEqualTo(TaskState.Committed);
    assertThat(quiet.quiesced()).isEqualTo(Quiesced.True);
    assertThat(quiet.status(task, "me").released()).isTrue();
    assertThat(quiet.last()).isTrue();
  }

  @Test
  void deletionWithoutADecisionAborts() throws InterruptedException {
    var untouched = next(TaskReport.NOTHING, deleted());
    assertThat(untouched.state()).isEqualTo(TaskState.Aborted);
    assertThat(untouched.last()).isTrue();

    var running = settled(TaskReport.NOTHING, task("source"));
    var aborted = next(running, deleted());
    assertThat(aborted.state()).isEqualTo(TaskState.Aborted);
    assertThat(aborted.quiesced()).isEqualTo(Quiesced.True);
    assertThat(aborted.last()).isFalse();
    assertThat(next(aborted, deleted())).isEqualTo(aborted);
    assertThat(aborted.next(deleted(), true, this::land).last()).isTrue();
  }

  private Optional<Landing> land() {
    return there ? Optional.of(new Landing(List.of(RECEIPT), List.of())) : Optional.empty();
  }

  private List<TaskState> states(TaskReport from, KVTransferTask task) throws InterruptedException {
    var states = new ArrayList<TaskState>();
    for (var now = next(from, task); !now.equals(from); now = next(now, task)) {
      states.add(now.state());
      from = now;
    }
    return states;
  }

  private TaskReport settled(TaskReport from, KVTransferTask task) throws InterruptedException {
    var now = next(from, task);
    return now.equals(from) ? now : settled(now, task);
  }

  private TaskReport next(TaskReport now, KVTransferTask task) throws InterruptedException {
    return now.next(task, false, this::land);
  }

  private static KVTransferTask deleted() {
    var task = task("source");
    task.getMetadata().setDeletionTimestamp("2026-12-01T12:00:00Z");
    return task;
  }

  private static KVTransferTask task(String node) {
    var task = new KVTransferTask();
    task.setMetadata(new ObjectMetaBuilder().withName("task").withGeneration(1L).build());
    task.setSpec(spec(node, TaskCommand.Run));
    return task;
  }

  private static void command(KVTransferTask task, TaskCommand command) {
    task.setSpec(spec(task.getSpec().nodeName(), command));
  }

  private static KVTransferTaskSpec spec(String node, TaskCommand command) {
    return new KVTransferTaskSpec(
        new JobRef("team", "job", "uid"),
        1,
        node,
        command,
        "documents",
        List.of(),
        side("source"),
        side("target"),
        null,
        List.of(),
        null,
        null,
        60,
        null,
        null,
        null);
  }

  private static TaskSide side(String node) {
    return new TaskSide(
        node,
        node,
        new BoundCoordinator(node, node, "7", node),
        List.of(new BoundParticipant("p", node, node, node)));
  }
}
