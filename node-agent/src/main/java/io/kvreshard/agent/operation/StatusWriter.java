package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one task's status when it is due: at once if more than progress has changed, else at most
 * every 5 s and only if it moved by 2 % (DESIGN §4). What could not be written stays due. For the
 * task's own thread.
 */
final class StatusWriter {
  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);
  private static final int TRIES = 5;
  private static final Duration PROGRESS_PERIOD = Duration.ofSeconds(5);
  private static final int PROGRESS_STEPS = 50;

  private final ControlPlane control;
  private final NanoClock clock;
  private @Nullable KVTransferTaskStatus written;
  private long progressNanos;

  StatusWriter(ControlPlane control, NanoClock clock) {
    this.control = control;
    this.clock = clock;
    this.progressNanos = clock.nanos();
  }

  /**
   * Writes if it is due.
   *
   * @param task as last seen
   * @param totalBytes what bytesDone will be in the end
   * @return false if it is due and was not written
   */
  boolean write(KVTransferTask task, TaskReport report, long bytesDone, long totalBytes) {
    KVTransferTaskStatus before = written;
    Long generation = task.getMetadata().getGeneration();
    if (before != null) {
      long said = before.bytesDone() == null ? 0 : before.bytesDone();
      boolean same = report.status(generation, said).equals(before);
      if (same && !progressIsDue(bytesDone - said, totalBytes)) {
        return true;
      }
    }
    try {
      KVTransferTask current = task;
      for (int i = 0; i < TRIES; i++) {
        KVTransferTaskStatus status =
            report.status(current.getMetadata().getGeneration(), bytesDone);
        current.setStatus(status);
        try {
          control.writeStatus(current);
          written = status;
          progressNanos = clock.nanos();
          return true;
        } catch (ConflictException e) {
          Optional<KVTransferTask> now = reread(task);
          if (now.isEmpty()) {
            return true;
          }
          current = now.get();
        }
      }
      return false;
    } catch (RuntimeException e) {
      LOG.warn(
          "Task {}: its status could not be written, it will be tried again: {}",
          task.getMetadata().getName(),
          e.getMessage());
      return false;
    }
  }

  private boolean progressIsDue(long moved, long totalBytes) {
    return moved != 0
        && moved >= totalBytes / PROGRESS_STEPS
        && clock.nanos() - progressNanos >= PROGRESS_PERIOD.toNanos();
  }

  private Optional<KVTransferTask> reread(KVTransferTask task) {
    var metadata = task.getMetadata();
    return control
        .get(KVTransferTask.class, metadata.getNamespace(), metadata.getName())
        .filter(now -> now.getMetadata().getUid().equals(metadata.getUid()));
  }
}
