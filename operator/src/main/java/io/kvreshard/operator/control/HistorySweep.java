package io.kvreshard.operator.control;

import io.kvreshard.core.job.History;
import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Phase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.observe.Successors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the oldest of the jobs that have ended, where there are more than the limits say. */
public final class HistorySweep {
  /** How often it is worth to look, if a job has ended since. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(HistorySweep.class);

  private final ControlPlane plane;
  private final History.Limits limits;
  private final AtomicBoolean due = new AtomicBoolean();

  HistorySweep(ControlPlane plane, History.Limits limits) {
    this.plane = plane;
    this.limits = limits;
  }

  /** There is one more. */
  void jobEnded() {
    due.set(!limits.equals(History.Limits.NONE));
  }

  /** Looks at all namespaces if a job has ended. */
  public void run() {
    if (!due.getAndSet(false)) {
      return;
    }
    try {
      plane.list(KVReshardJob.class, Scope.everywhere()).stream()
          .collect(Collectors.groupingBy(job -> job.getMetadata().getNamespace()))
          .values()
          .forEach(this::sweep);
    } catch (RuntimeException e) {
      due.set(true);
      throw e;
    }
  }

  private void sweep(List<KVReshardJob> jobs) {
    var wanted = Successors.of(jobs);
    var entries =
        jobs.stream()
            .map(job -> new Candidate(job, JobViews.of(job)))
            .filter(it -> it.mayGo() && !wanted.contains(it.name()))
            .map(Candidate::entry)
            .toList();
    var excess = Set.copyOf(History.excess(entries, limits));
    for (var job : jobs) {
      var meta = job.getMetadata();
      if (excess.contains(meta.getName())) {
        LOG.info("{}/{} goes: there are newer ones", meta.getNamespace(), meta.getName());
        plane.delete(job);
      }
    }
  }

  private record Candidate(KVReshardJob job, JobView view) {
    String name() {
      return job.getMetadata().getName();
    }

    /** A tool that tracks it would put it back, and it would run again. */
    boolean mayGo() {
      return view.recorded().ended()
          && view.recorded().completionTime() != null
          && !view.guarded()
          && !view.deleting()
          && view.tracked() == null;
    }

    History.Entry entry() {
      var ended = Objects.requireNonNullElse(view.recorded().completionTime(), Instant.EPOCH);
      return new History.Entry(name(), view.recorded().phase() == Phase.Failed, ended);
    }
  }
}
