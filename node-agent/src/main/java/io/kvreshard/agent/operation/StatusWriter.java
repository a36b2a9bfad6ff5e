package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one task's status when it is due (DESIGN §4): at once if somebody waits for it, other news
 * a moment later, in which newer ones may come; receipts and bytes with these, else at most every 5
 * s, and bytes only if they moved by 2 % or if silence would look like a standstill. For the task's
 * own thread.
 */
final class StatusWriter {
  /** What became of a write. */
  sealed interface Outcome {
    /** All that is due is written; this is the task now. */
    record Written(KVTransferTask task) implements Outcome {}

    /** News that nobody waits for will be due after this time. */
    record Pending(Duration left) implements Outcome {}

    /** The task has changed: read it again, decide anew. */
    record Conflict() implements Outcome {}

    /** The control plane does not answer. */
    record Later() implements Outcome {}
  }

  /** News that are overtaken within this time are never written. */
  static final Duration GRACE = Duration.ofMillis(150);

  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);
  private static final Duration PROGRESS_PERIOD = Duration.ofSeconds(5);
  private static final int PROGRESS_STEPS = 50;

  private final ControlPlane control;
  private final NanoClock clock;
  private final Duration silence;
  private final boolean decides;
  private @Nullable KVTransferTaskStatus written;
  private long writtenNanos;
  private @Nullable Long newsNanos;
  private String trouble = "";

  /**
   * A writer of what a task's status does not say yet.
   *
   * @param silence progress is written after this time even if it is small
   * @param decides the target's coordinator is on this node
   * @param there what the status says so far; null: nothing
   */
  StatusWriter(
      ControlPlane control,
      NanoClock clock,
      Duration silence,
      boolean decides,
      @Nullable KVTransferTaskStatus there) {
    this.control = control;
    this.clock = clock;
    this.silence = silence;
    this.decides = decides;
    this.written = there;
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
    KVTransferTaskStatus now = report.status(task.getMetadata().getGeneration(), bytesDone);
    Optional<Step> awaited = Awaited.of(written, now, decides);
    if (awaited.isPresent()) {
      return send(task, now, awaited);
    }
    if (isNews(now)) {
      Duration left = GRACE.minusNanos(sinceNews());
      return left.isPositive() ? new Outcome.Pending(left) : send(task, now, awaited);
    }
    newsNanos = null;
    return isProgressDue(now, totalBytes) ? send(task, now, awaited) : new Outcome.Written(task);
  }

  private Outcome send(KVTransferTask task, KVTransferTaskStatus status, Optional<Step> awaited) {
    task.setStatus(status);
    try {
      awaited.ifPresent(step -> Failpoints.before(step, Failpoints::unreachable));
      KVTransferTask after = control.writeStatus(task);
      awaited.ifPresent(step -> Failpoints.after(step, Failpoints::unreachable));
      written = status;
      writtenNanos = clock.nanos();
      newsNanos = null;
      trouble = "";
      return new Outcome.Written(after);
    } catch (ConflictException e) {
      return new Outcome.Conflict();
    } catch (RuntimeException e) {
      complain(task.getMetadata().getName(), e);
      return new Outcome.Later();
    }
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

  private boolean isNews(KVTransferTaskStatus now) {
    KVTransferTaskStatus before = written;
    return before == null || !withProgressOf(before, now).equals(before);
  }

  /** Nanoseconds since there have been news that are not written. */
  private long sinceNews() {
    long now = clock.nanos();
    if (newsNanos == null) {
      newsNanos = now;
    }
    return now - newsNanos;
  }

  private boolean isProgressDue(KVTransferTaskStatus now, long totalBytes) {
    KVTransferTaskStatus before = written;
    boolean receipts = before == null || !Objects.equals(now.receipts(), before.receipts());
    long moved = bytes(now) - bytes(before);
    long quietNanos = clock.nanos() - writtenNanos;
    boolean step = receipts || moved >= totalBytes / PROGRESS_STEPS;
    return (receipts || moved != 0)
        && ((step && quietNanos >= PROGRESS_PERIOD.toNanos()) || quietNanos >= silence.toNanos());
  }

  private static long bytes(@Nullable KVTransferTaskStatus status) {
    return status == null || status.bytesDone() == null ? 0 : status.bytesDone();
  }

  private static KVTransferTaskStatus withProgressOf(
      KVTransferTaskStatus before, KVTransferTaskStatus now) {
    return new KVTransferTaskStatus(
        now.observedGeneration(),
        now.agentIncarnation(),
        now.state(),
        before.receipts(),
        now.transfers(),
        before.bytesDone(),
        now.quiesced(),
        now.quarantine(),
        now.released(),
        now.failure());
  }
}
