package io.kvreshard.operator.act;

import io.kvreshard.core.job.Reason;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.operator.observe.JobSight;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes job statuses, and one event whenever the reason is another one. */
final class JobStatusWriter {
  private final ControlPlane plane;
  private final InstantSource clock;

  JobStatusWriter(ControlPlane plane, InstantSource clock) {
    this.plane = plane;
    this.clock = clock;
  }

  /** Writes the draft with a reason. Nothing is written if nothing has changed. */
  void write(JobSight sight, UnaryOperator<JobStatusDraft> change, Reason reason, String message)
      throws ConflictException {
    var job = sight.job();
    var before = job.getStatus();
    var next = change.apply(new JobStatusDraft(job)).build(reason, message, clock.instant());
    if (next.equals(before)) {
      return;
    }
    job.setStatus(next);
    plane.writeStatus(job);
    tell(job, before, reason, message);
  }

  /** Writes the draft with the reason that stands there already. */
  void writeSame(JobSight sight, UnaryOperator<JobStatusDraft> change) throws ConflictException {
    writeSame(sight, change, sight.seen().job().recorded().message());
  }

  /** The same, with other words. */
  void writeSame(JobSight sight, UnaryOperator<JobStatusDraft> change, String message)
      throws ConflictException {
    var reason = sight.seen().job().recorded().reason();
    write(sight, change, Objects.requireNonNullElse(reason, Reason.Planned), message);
  }

  private void tell(
      KVReshardJob job, @Nullable KVReshardJobStatus before, Reason reason, String message) {
    boolean same =
        before != null
            && reason.name().equals(before.reason())
            && Objects.equals(before.attempt(), job.getStatus().attempt());
    // What follows at once upon a plan tells it.
    if (!same && reason != Reason.Planned) {
      boolean trouble = reason.kind() == Reason.Kind.RETRY || reason.kind() == Reason.Kind.FINAL;
      Failpoints.before(Step.OPERATOR_EVENT);
      plane.event(job, trouble ? EventType.Warning : EventType.Normal, reason.name(), message);
      Failpoints.after(Step.OPERATOR_EVENT);
    }
  }
}
