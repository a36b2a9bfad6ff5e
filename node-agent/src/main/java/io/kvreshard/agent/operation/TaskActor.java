package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.operation.StatusWriter.Outcome;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread of a task: steps through its phases and writes its status. */
final class TaskActor {
  private static final Logger LOG = LoggerFactory.getLogger(TaskActor.class);
  private static final Duration TICK = Duration.ofSeconds(1);

  private final Semaphore wake = new Semaphore(0);
  private final StatusWriter writer;
  private final TaskReport report;
  private final TaskContext context;
  private final Span span;
  private final Thread thread;
  private final LatestTask latest;
  private volatile boolean gone;
  private volatile boolean stopping;
  private volatile @Nullable Operation operation;

  /** Starts the thread. */
  TaskActor(KVTransferTask task, Services services, Shared shared) {
    var spec = task.getSpec();
    this.latest = new LatestTask(task);
    Duration silence = Duration.ofSeconds(Math.max(5, spec.progressTimeoutSeconds() / 2));
    OperationId id = new OperationId(spec.job().uid(), spec.attempt(), 0);
    this.span = TaskSpans.begin(services.tracing(), id, spec);
    this.report =
        new TaskReport(services.incarnation(), wake::release, services.meters()::failed, span);
    this.context = new TaskContext(task, id, services, shared, report, this::jobDigest);
    boolean decides = context.roster().coordinates(Side.TARGET);
    this.writer =
        new StatusWriter(services.control(), services.clock(), silence, decides, task.getStatus());
    this.thread = Thread.ofVirtual().name("task " + task.getMetadata().getName()).start(this::run);
  }

  /** The task as it is now. */
  void see(KVTransferTask task) {
    latest.see(task);
    wake.release();
  }

  /** The task is no more: what it has begun is aborted. */
  void gone() {
    gone = true;
    wake.release();
  }

  private Optional<String> jobDigest() {
    return Optional.ofNullable(latest.get().getSpec().jobDigest());
  }

  private void run() {
    TaskLog.mark(latest.get().getSpec());
    try (var _ = TaskSpans.within(span).makeCurrent()) {
      Phase phase = first();
      boolean durable = false;
      while (!(durable && isOver(phase))) {
        Phase before = phase;
        phase = step(before, durable);
        if (phase instanceof Working working) {
          operation = working.operation();
        }
        Outcome outcome = write(phase);
        durable = outcome instanceof Outcome.Written;
        if (phase == before && wake.tryAcquire(pause(outcome).toNanos(), TimeUnit.NANOSECONDS)) {
          wake.drainPermits();
        }
      }
      LOG.info("Task {}: {}", latest.get().getMetadata().getName(), report.state());
    } catch (InterruptedException e) {
      LOG.info("Task {} is left as it is: the agent stops", latest.get().getMetadata().getName());
      Operation begun = operation;
      if (begun != null) {
        begun.links().close();
      }
    } finally {
      span.end();
    }
  }

  /** An agent that stops does not wait for other nodes: its successor hears that they are quiet. */
  private boolean isOver(Phase phase) {
    return phase instanceof Phase.Quiet || (stopping && phase instanceof Drained);
  }

  private Phase first() {
    KVTransferTaskStatus status = latest.get().getStatus();
    return status == null
            || status.agentIncarnation() == null
            || status.agentIncarnation().equals(context.services().incarnation())
        ? new Starting(context)
        : new Inherited(context, status);
  }

  private Phase step(Phase phase, boolean durable) throws InterruptedException {
    try {
      return phase.step(Orders.of(latest.get(), gone), durable);
    } catch (RuntimeException e) {
      LOG.error("Task {} met a fault of the agent", latest.get().getMetadata().getName(), e);
      FailedException why = new FailedException(FailureReason.Internal, e.toString(), e);
      if (phase instanceof Starting) {
        report.failed(why);
        report.untouched();
        return new Phase.Quiet(0);
      }
      Operation begun = operation;
      if (begun != null) {
        begun.fail(why);
      }
      return phase;
    }
  }

  private Outcome write(Phase phase) {
    long total = phase instanceof Working working ? working.targetBytes() : phase.bytesDone();
    KVTransferTask task = latest.get();
    if (gone) {
      return new Outcome.Written(task);
    }
    Outcome outcome = writer.write(task, report, phase.bytesDone(), total);
    switch (outcome) {
      case Outcome.Written(KVTransferTask after) -> latest.wrote(task, after);
      case Outcome.Conflict _ -> reread(task);
      case Outcome.Pending _, Outcome.Later _ -> {}
    }
    return outcome;
  }

  private static Duration pause(Outcome outcome) {
    return outcome instanceof Outcome.Pending(Duration left) ? left : TICK;
  }

  private void reread(KVTransferTask task) {
    var metadata = task.getMetadata();
    try {
      context
          .services()
          .control()
          .get(KVTransferTask.class, metadata.getNamespace(), metadata.getName())
          .filter(now -> now.getMetadata().getUid().equals(metadata.getUid()))
          .ifPresentOrElse(this::see, this::gone);
    } catch (RuntimeException e) {
      LOG.warn("Task {} could not be read: {}", metadata.getName(), e.getMessage());
    }
  }

  /** The agent stops: unfinished work ends, a decision that may come is left to the successor. */
  void stop() {
    stopping = true;
    wake.release();
    Operation begun = operation;
    if (begun != null && !begun.isWorkDone()) {
      begun.fail(new FailedException(FailureReason.AgentStopping, "the agent of the node stops"));
    } else {
      thread.interrupt();
    }
  }

  Thread thread() {
    return thread;
  }
}
