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
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.opentelemetry.api.trace.Span;
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
  private final TaskReport report = new TaskReport("inc", () -> {}, _ -> {}, Span.getInvalid());
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
            null,
            List.of(),
            null,
            null,
            10,
            null,
            null,
            null));
    task = control.create(task);
    report.quiesced(Quiesced.False);
    writer = writer(control, false);
  }

  private StatusWriter writer(ControlPlane plane, boolean decides) {
    return new StatusWriter(plane, clock, Duration.ofSeconds(30), decides, null);
  }

  private Outcome write(long bytesDone) {
    return writer.write(stored(), report, bytesDone, TOTAL);
  }

  /** Writes what nobody waits for. */
  private void writeLate(long bytesDone) {
    assertThat(write(bytesDone)).isEqualTo(new Outcome.Pending(StatusWriter.GRACE));
    clock.sleep(StatusWriter.GRACE);
    assertThat(write(bytesDone)).isInstanceOf(Outcome.Written.class);
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
  void progressIsWrittenSeldomAndWhatSomebodyWaitsForAtOnce() {
    report.state(TaskState.Running);
    writeLate(0);
    write(500);
    assertThat(storedBytes()).isZero();
    clock.sleep(Duration.ofSeconds(5));
    write(19);
    assertThat(storedBytes()).isZero();
    write(20);
    assertThat(storedBytes()).isEqualTo(20);
    clock.sleep(Duration.ofSeconds(30));
    write(21);
    assertThat(storedBytes()).isEqualTo(21);
    report.state(TaskState.Landed);
    assertThat(write(1000)).isInstanceOf(Outcome.Written.class);
    assertThat(storedBytes()).isEqualTo(1000);
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Landed);
  }

  @Test
  void receiptsAreWrittenWithWhatElseIsOrAsSeldomAsProgress() {
    report.state(TaskState.Accepted);
    write(0);
    report.receipt(new Receipt(ReceiptSide.Source, "default", "w", "t", 1, true, null));
    clock.sleep(Duration.ofSeconds(5).minusNanos(1));
    write(0);
    assertThat(stored().getStatus().receipts()).isEmpty();
    clock.sleep(Duration.ofNanos(1));
    write(0);
    assertThat(stored().getStatus().receipts()).hasSize(1);
  }

  @Test
  void aStateThatIsOvertakenIsNeverWritten() {
    writer = writer(control, true);
    report.state(TaskState.Accepted);
    write(0);
    String accepted = stored().getMetadata().getResourceVersion();
    report.state(TaskState.Running);
    assertThat(write(0)).isEqualTo(new Outcome.Pending(Duration.ofMillis(150)));
    clock.sleep(Duration.ofMillis(100));
    report.state(TaskState.Landed);
    assertThat(write(0)).isEqualTo(new Outcome.Pending(Duration.ofMillis(50)));
    assertThat(stored().getMetadata().getResourceVersion()).isEqualTo(accepted);
    report.state(TaskState.Validated);
    assertThat(write(0)).isInstanceOf(Outcome.Written.class);
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Validated);
  }

  @Test
  void aStateThatStaysIsWritten() {
    writer = writer(control, true);
    report.state(TaskState.Accepted);
    write(0);
    report.state(TaskState.Running);
    writeLate(0);
    report.state(TaskState.Landed);
    writeLate(0);
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Landed);
  }

  @Test
  void aSecondWriteGoesOnFromTheFirst() {
    report.state(TaskState.Accepted);
    if (write(0) instanceof Outcome.Written(KVTransferTask after)) {
      report.state(TaskState.Landed);
      assertThat(writer.write(after, report, 0, TOTAL)).isInstanceOf(Outcome.Written.class);
    }
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Landed);
  }

  @Test
  void whatAPredecessorHasWrittenIsNoNews() throws Exception {
    report.state(TaskState.Accepted);
    write(0);
    var there = stored().getStatus();
    writer = new StatusWriter(control, clock, Duration.ofSeconds(30), false, there);
    assertThat(write(0)).isInstanceOf(Outcome.Written.class);
    var again = new TaskReport("another", () -> {}, _ -> {}, Span.getInvalid());
    again.inherit(there);
    assertThat(writer.write(stored(), again, 0, TOTAL)).isInstanceOf(Outcome.Pending.class);
    again.quiesced(Quiesced.True);
    assertThat(writer.write(stored(), again, 0, TOTAL)).isInstanceOf(Outcome.Written.class);
    assertThat(stored().getStatus().agentIncarnation()).isEqualTo("another");
  }

  @Test
  void whatWasDecidedFromAnOldTaskIsNotWritten() throws Exception {
    KVTransferTask old = stored();
    KVTransferTask other = stored();
    other.getMetadata().setLabels(Map.of("somebody", "else"));
    control.replace(other);
    report.state(TaskState.Accepted);
    assertThat(writer.write(old, report, 0, TOTAL)).isEqualTo(new Outcome.Conflict());
    assertThat(stored().getStatus()).isNull();
    assertThat(write(0)).isInstanceOf(Outcome.Written.class);
    assertThat(stored().getMetadata().getLabels()).containsEntry("somebody", "else");
    assertThat(stored().getStatus().state()).isEqualTo(TaskState.Accepted);
  }

  @Test
  void aRefusalIsToldOnceWithTheServersSentence() {
    var refusing = new Refusing();
    var refused = writer(new InterceptedControlPlane(control, refusing), false);
    var log = (Logger) LoggerFactory.getLogger(StatusWriter.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    report.state(TaskState.Accepted);
    for (String reason : Arrays.asList("No such state.", "No such state.", "Too large.", null)) {
      refusing.reason = reason;
      assertThat(refused.write(stored(), report, 0, TOTAL))
          .isInstanceOf(reason == null ? Outcome.Written.class : Outcome.Later.class);
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
    report.state(TaskState.Accepted);
    assertThat(writer.write(old, report, 0, TOTAL)).isEqualTo(new Outcome.Conflict());
    assertThat(stored().getStatus()).isNull();
  }
}
