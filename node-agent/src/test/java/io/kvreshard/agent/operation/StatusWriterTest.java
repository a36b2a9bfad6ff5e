package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.operation.StatusWriter.Outcome;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class StatusWriterTest {
  private static final long TOTAL = 1000;

  @TempDir private Path directory;
  private final HandClock clock = new HandClock();
  private final TaskReport report = new TaskReport("inc", () -> {}, _ -> {});
  private DirectoryControlPlane control;
  private KVTransferTask task;
  private StatusWriter writer;

  @BeforeEach
  void open() throws Exception {
    control = new DirectoryControlPlane(directory);
    task = new KVTransferTask();
    task.setMetadata(new ObjectMetaBuilder().withNamespace("n").withName("t").build());
    TaskSide side = new TaskSide("s", "g", new BoundCoordinator("c", "a", "7", "i"), List.of());
    task.setSpec(
        new KVTransferTaskSpec(
            new JobRef("n", "j", "u"),
            1,
            "a",
            TaskCommand.Run,
            "d",
            List.of(),
            side,
            side,
            List.of(),
            null,
            10,
            null,
            null,
            null));
    task = control.create(task);
    writer = new StatusWriter(control, clock, Duration.ofSeconds(30));
  }

  @AfterEach
  void close() {
    control.close();
  }

  private KVTransferTask stored() {
    return control.get(KVTransferTask.class, "n", "t").orElseThrow();
  }

  private long storedBytes() {
    return Objects.requireNonNull(stored().getStatus().bytesDone());
  }

  @Test
  void progressIsWrittenSeldomAndStatesAtOnce() {
    report.state(TaskState.Running);
    assertThat(writer.write(stored(), report, 0, TOTAL)).isEqualTo(Outcome.WRITTEN);
    writer.write(stored(), report, 500, TOTAL);
    assertThat(storedBytes()).isZero();
    clock.sleep(Duration.ofSeconds(5));
    writer.write(stored(), report, 19, TOTAL);
    assertThat(storedBytes()).isZero();
    writer.write(stored(), report, 20, TOTAL);
    assertThat(storedBytes()).isEqualTo(20);
    clock.sleep(Duration.ofSeconds(30));
    writer.write(stored(), report, 21, TOTAL);
    assertThat(storedBytes()).isEqualTo(21);
    report.state(TaskState.Landed);
    writer.write(stored(), report, 1000, TOTAL);
    assertThat(storedBytes()).isEqualTo(1000);
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Landed);
  }

  @Test
  void whatWasDecidedFromAnOldTaskIsNotWritten() throws Exception {
    KVTransferTask old = stored();
    KVTransferTask other = stored();
    other.getMetadata().setLabels(Map.of("somebody", "else"));
    control.replace(other);
    report.state(TaskState.Running);
    assertThat(writer.write(old, report, 0, TOTAL)).isEqualTo(Outcome.CONFLICT);
    assertThat(stored().getStatus()).isNull();
    assertThat(writer.write(stored(), report, 0, TOTAL)).isEqualTo(Outcome.WRITTEN);
    assertThat(stored().getMetadata().getLabels()).containsEntry("somebody", "else");
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Running);
  }

  @Test
  void aRefusalIsToldOnceWithTheServersSentence() {
    var refusing = new Refusing();
    var refused =
        new StatusWriter(
            new InterceptedControlPlane(control, refusing), clock, Duration.ofSeconds(30));
    var log = (Logger) LoggerFactory.getLogger(StatusWriter.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    report.state(TaskState.Running);
    for (String reason : Arrays.asList("No such state.", "No such state.", "Too large.", null)) {
      refusing.reason = reason;
      assertThat(refused.write(stored(), report, 0, TOTAL))
          .isEqualTo(reason == null ? Outcome.WRITTEN : Outcome.LATER);
    }
    log.detachAppender(lines);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "Task t: writing its status is refused, and tried again: No such state.",
            "Task t: writing its status is refused, and tried again: Too large.");
  }

  @Test
  void anotherObjectOfTheSameNameIsNotTouched() throws Exception {
    KVTransferTask old = stored();
    control.delete(old);
    KVTransferTask again = new KVTransferTask();
    again.setMetadata(new ObjectMetaBuilder().withNamespace("n").withName("t").build());
    again.setSpec(old.getSpec());
    control.create(again);
    report.state(TaskState.Running);
    assertThat(writer.write(old, report, 0, TOTAL)).isEqualTo(Outcome.CONFLICT);
    assertThat(stored().getStatus()).isNull();
  }
}
