package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one task's status when it is due: at once if more than progress has changed, else at most
 * every 5 s and only if it moved by 2 % (DESIGN §4), or if silence would look like a standstill.
 * For the task's own thread.
 */
final class StatusWriter {
  /** What became of a write. */
  enum Outcome {
    /** All that is due is written. */
    WRITTEN,
    /** The task has changed: read it again, decide anew. */
    CONFLICT,
    /** The control plane does not answer. */
    LATER
  }

  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);
  private static final Duration PROGRESS_PERIOD = Duration.ofSeconds(5);
  private static final int PROGRESS_STEPS = 50;

  private final ControlPlane control;
  private final NanoClock clock;
  private final Duration silence;
  private @Nullable KVTransferTaskStatus written;
  private long writtenNanos;
  private String trouble = "";

  /**
   * @param silence progress is written after this time even if it is small
   */
  StatusWriter(ControlPlane control, NanoClock clock, Duration silence) {
    this.control = control;
    this.clock = clock;
    this.silence = silence;
    this.writtenNanos = clock.nanos();
  }

  /**
   * Writes if it is due. The write is good only for the task as it was seen: what was decided from
   * it is not written over another decision.
   *
   * @param task as last seen
   * @param totalBytes what bytesDone will be in the end
   */
  Outcome write(KVTransferTask task, TaskReport report, long bytesDone, long totalBytes) {
    Long generation = task.getMetadata().getGeneration();
    if (!isDue(report, generation, bytesDone, totalBytes)) {
      return Outcome.WRITTEN;
    }
    KVTransferTaskStatus status = report.status(generation, bytesDone);
    task.setStatus(status);
    Step step = step(status);
    try {
      Failpoints.before(step, Failpoints::unreachable);
      control.writeStatus(task);
      Failpoints.after(step, Failpoints::unreachable);
      written = status;
      writtenNanos = clock.nanos();
      trouble = "";
      return Outcome.WRITTEN;
    } catch (ConflictException e) {
      return Outcome.CONFLICT;
    } catch (RuntimeException e) {
      complain(task.getMetadata().getName(), e);
      return Outcome.LATER;
    }
  }

  private static Step step(KVTransferTaskStatus status) {
    TaskState state = status.state();
    if (state == null || (status.quiesced() == Quiesced.True && state != TaskState.Accepted)) {
      return Step.AGENT_STATUS_QUIET;
    }
    return switch (state) {
      case Accepted -> Step.AGENT_STATUS_ACCEPTED;
      case Running -> Step.AGENT_STATUS_RUNNING;
      case Landed -> Step.AGENT_STATUS_LANDED;
      case Validated -> Step.AGENT_STATUS_VALIDATED;
      case Committed -> Step.AGENT_STATUS_COMMITTED;
      case Failed -> Step.AGENT_STATUS_FAILED;
      case Aborted -> Step.AGENT_STATUS_ABORTED;
    };
  }

  /** Once for each trouble: the next try comes within a second. */
  private void complain(String task, RuntimeException e) {
    String why = String.valueOf(e.getMessage());
    if (why.equals(trouble)) {
      return;
    }
    trouble = why;
    switch (e) {
      case RefusedException _ ->
          LOG.error("Task {}: writing its status is refused, and tried again: {}", task, why);
      default ->
          LOG.warn("Task {}: writing its status has failed, and is tried again: {}", task, why);
    }
  }

  private boolean isDue(
      TaskReport report, @Nullable Long generation, long bytesDone, long totalBytes) {
    KVTransferTaskStatus before = written;
    if (before == null) {
      return true;
    }
    long said = before.bytesDone() == null ? 0 : before.bytesDone();
    if (!report.status(generation, said).equals(before)) {
      return true;
    }
    long moved = bytesDone - said;
    long quietNanos = clock.nanos() - writtenNanos;
    boolean step = moved >= totalBytes / PROGRESS_STEPS && quietNanos >= PROGRESS_PERIOD.toNanos();
    return moved != 0 && (step || quietNanos >= silence.toNanos());
  }
}
