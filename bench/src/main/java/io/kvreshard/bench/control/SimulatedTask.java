package io.kvreshard.bench.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.bench.control.TaskReport.Landing;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a task, which writes as a real agent's does: what the next write is based upon
 * is what the watch or the answer to the last write has brought, a conflict is read up and tried
 * again, and nothing is written twice. The move itself takes no time.
 */
final class SimulatedTask implements TaskReport.Move {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedTask.class);
  private static final long TICK_MILLIS = 1000;

  private final Semaphore wake = new Semaphore(0);
  private final ControlPlane plane;
  private final Meetings meetings;
  private final String incarnation;
  private final Thread thread;
  private volatile KVTransferTask latest;
  private volatile String overwritten = "";
  private volatile boolean gone;
  private volatile boolean open = true;
  private TaskReport written = TaskReport.NOTHING;
  private final FutureTask<TaskPlan> plan;

  SimulatedTask(KVTransferTask task, ControlPlane plane, Meetings meetings, String incarnation) {
    this.latest = task;
    this.plane = plane;
    this.meetings = meetings;
    this.incarnation = incarnation;
    this.plan = new FutureTask<>(() -> new TaskPlan(task.getSpec(), documents()));
    // As a real agent does: while the control plane writes that the task is accepted.
    Thread.ofVirtual().name("documents " + task.getMetadata().getName()).start(plan);
    this.thread = Thread.ofVirtual().name("task " + task.getMetadata().getName()).start(this::run);
  }

  /** The task as it is now. */
  void see(KVTransferTask task) {
    if (!version(task).equals(overwritten)) {
      latest = task;
    }
    wake.release();
  }

  void gone() {
    gone = true;
    wake.release();
  }

  /** Whether its operation is open. */
  boolean open() {
    return open;
  }

  void stop() {
    thread.interrupt();
  }

  private void run() {
    try {
      var report = TaskReport.NOTHING;
      boolean durable = true;
      while (!(report.last() && durable)) {
        var before = report;
        report = durable ? before.next(latest, gone, this) : before;
        durable = write(report);
        if (report.equals(before) && wake.tryAcquire(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      LOG.info("Task {} is left as it is", latest.getMetadata().getName());
    } catch (RuntimeException e) {
      LOG.error("Task {} is given up", latest.getMetadata().getName(), e);
    } finally {
      open = false;
      meetings.leave(operation(), latest.getSpec().nodeName());
    }
  }

  @Override
  public Optional<Landing> land() throws InterruptedException {
    var spec = latest.getSpec();
    var landing = landing();
    return meetings.join(operation(), spec.nodeName(), spec.nodes().size(), wake::release)
        ? Optional.of(landing)
        : Optional.empty();
  }

  private Landing landing() throws InterruptedException {
    try {
      return plan.get().landing();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the documents cannot be read", e);
    }
  }

  private Map<String, String> documents() {
    var task = latest;
    return plane
        .get(ConfigMap.class, task.getMetadata().getNamespace(), task.getSpec().documents())
        .orElseThrow()
        .getData();
  }

  private String operation() {
    var spec = latest.getSpec();
    return "%s/%d".formatted(spec.job().uid(), spec.attempt());
  }

  /** False: it has to be tried again. */
  private boolean write(TaskReport report) {
    var task = latest;
    if (gone || report.equals(written)) {
      return true;
    }
    task.setStatus(report.status(task, incarnation));
    try {
      wrote(task, plane.writeStatus(task));
      written = report;
      return true;
    } catch (ConflictException e) {
      reread(task);
    } catch (RuntimeException e) {
      LOG.warn("Task {}: {}", task.getMetadata().getName(), e.getMessage());
    }
    return false;
  }

  /** The next write goes on from the answer, unless the watch was faster. */
  private void wrote(KVTransferTask before, KVTransferTask after) {
    overwritten = version(before);
    if (version(latest).equals(overwritten)) {
      latest = after;
    }
  }

  private static String version(KVTransferTask task) {
    return task.getMetadata().getResourceVersion();
  }

  private void reread(KVTransferTask task) {
    var meta = task.getMetadata();
    plane
        .get(KVTransferTask.class, meta.getNamespace(), meta.getName())
        .filter(now -> now.getMetadata().getUid().equals(meta.getUid()))
        .ifPresentOrElse(this::see, this::gone);
  }
}
