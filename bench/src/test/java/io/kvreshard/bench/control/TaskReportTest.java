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

  /** Begins, and lands as soon as it may. */
  private static final class Bytes implements TaskReport.Move {
    int begun;
    boolean there;

    @Override
    public void begin() {
      begun++;
    }

    @Override
    public Optional<Landing> land() {
      return there ? Optional.of(new Landing(List.of(RECEIPT), List.of())) : Optional.empty();
    }
  }

  private final Bytes bytes = new Bytes();

  @Test
  void targetsCoordinatorSaysAllStatesOneByOne() {
    var task = task("target");
    var now = TaskReport.NOTHING;
    now = next(now, task);
    assertThat(now.quiesced()).isEqualTo(Quiesced.False);
    now = next(now, task);
    assertThat(bytes.begun).isEqualTo(1);
    assertThat(next(now, task)).isEqualTo(now);

    bytes.there = true;
    assertThat(states(now, task)).containsExactly(TaskState.Landed, TaskState.Validated);
    now = settled(now, task);
    assertThat(now.status(task, "me").bytesDone()).isEqualTo(512);

    command(task, TaskCommand.Commit);
    assertThat(states(now, task)).containsExactly(TaskState.Committed);
    now = settled(now, task);
    assertThat(now.last()).isFalse();
  }

  @Test
  void sourceIsNotAskedToValidate() {
    var task = task("source");
    bytes.there = true;

    assertThat(states(TaskReport.NOTHING, task))
        .containsExactly(TaskState.Accepted, TaskState.Running, TaskState.Landed);
  }

  @Test
  void endIsSaidBeforeTheQuiet() {
    var task = task("source");
    bytes.there = true;
    command(task, TaskCommand.Commit);
    var now = settled(TaskReport.NOTHING, task);
    assertThat(now.state()).isEqualTo(TaskState.Committed);

    task.getMetadata().setDeletionTimestamp("2026-12-01T12:00:00Z");
    var ending = next(now, task);
    assertThat(ending.quiesced()).isEqualTo(Quiesced.False);
    var quiet = next(ending, task);
    assertThat(quiet.quiesced()).isEqualTo(Quiesced.True);
    assertThat(quiet.status(task, "me").released()).isTrue();
    assertThat(quiet.last()).isTrue();
    assertThat(quiet.state()).isEqualTo(TaskState.Committed);
  }

  @Test
  void deletionWithoutADecisionAborts() {
    var untouched = next(TaskReport.NOTHING, deleted());
    assertThat(untouched.state()).isEqualTo(TaskState.Aborted);
    assertThat(untouched.last()).isTrue();

    var running = settled(TaskReport.NOTHING, task("source"));
    var aborted = next(running, deleted());
    assertThat(aborted.state()).isEqualTo(TaskState.Aborted);
    assertThat(aborted.quiesced()).isEqualTo(Quiesced.False);
    var quiet = next(aborted, deleted());
    assertThat(quiet.quiesced()).isEqualTo(Quiesced.True);
    assertThat(quiet.last()).isFalse();
    assertThat(next(quiet, deleted())).isEqualTo(quiet);
    assertThat(quiet.next(deleted(), true, bytes).last()).isTrue();
  }

  private List<TaskState> states(TaskReport from, KVTransferTask task) {
    var states = new ArrayList<TaskState>();
    for (var now = next(from, task); !now.equals(from); now = next(now, task)) {
      states.add(now.state());
      from = now;
    }
    return states;
  }

  private TaskReport settled(TaskReport from, KVTransferTask task) {
    var now = next(from, task);
    return now.equals(from) ? now : settled(now, task);
  }

  private TaskReport next(TaskReport now, KVTransferTask task) {
    return now.next(task, false, bytes);
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
        List.of(),
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
