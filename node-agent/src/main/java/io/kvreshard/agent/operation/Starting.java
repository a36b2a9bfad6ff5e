package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task that nobody has touched. The engine hears of it only after the status says durably which
 * agent has accepted it: a successor must know what to clean up.
 */
final class Starting implements Phase {
  private final TaskContext task;
  private boolean accepted;
  private long acceptedNanos;

  /** With a place; null: there was none yet. */
  private @Nullable Ahead ahead;

  Starting(TaskContext task) {
    this.task = task;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (orders.abort()) {
      if (ahead != null) {
        ahead.giveUp();
      }
      task.report().state(TaskState.Aborted);
      task.report().untouched();
      return new Quiet(0);
    }
    try {
      if (!accepted) {
        check(orders);
        accepted = true;
        acceptedNanos = task.services().clock().nanos();
        task.report().quiesced(Quiesced.False);
        task.report().state(TaskState.Accepted);
        takePlace();
        return this;
      }
      return durable ? begin() : this;
    } catch (FailedException e) {
      task.report().failed(e);
      task.report().untouched();
      return new Quiet(0);
    }
  }

  private void check(Orders orders) throws FailedException {
    KVTransferTaskSpec spec = task.task().getSpec();
    String me = task.services().nodeName();
    if (!spec.nodeName().equals(me)) {
      throw invalid("spec.nodeName is %s, this is the agent of %s".formatted(spec.nodeName(), me));
    }
    if (orders.commit()) {
      throw invalid("spec.command is Commit before anything has run");
    }
    long newest = task.shared().attempts().newest(spec.job().uid(), spec.attempt());
    if (newest != spec.attempt()) {
      throw invalid(
          "attempt %d of job %s/%s comes after attempt %d"
              .formatted(spec.attempt(), spec.job().namespace(), spec.job().name(), newest));
    }
    String expected = task.roster().node(me).agentIncarnation();
    if (!expected.equals(task.services().incarnation())) {
      throw new FailedException(
          FailureReason.AgentRestarted,
          "the task was made for agent %s of node %s, which is %s now"
              .formatted(expected, me, task.services().incarnation()));
    }
  }

  /** What is done with a place before any engine hears of the task. */
  private final class Ahead {
    private final PeerLinks links =
        new PeerLinks(task.roster(), task.shared().operations(), task.services().peers());
    private final PlansAhead plans = PlansAhead.of(task);
    private final WarmUp warmUp = WarmUp.of(task, links);

    void giveUp() {
      warmUp.cancel();
      links.close();
      task.shared().places().release();
    }
  }

  /** Meanwhile the control plane writes that the task is accepted. */
  private @Nullable Ahead takePlace() {
    if (ahead == null && task.shared().places().tryAcquire()) {
      ahead = new Ahead();
    }
    return ahead;
  }

  private Phase begin() throws FailedException, InterruptedException {
    Ahead done = takePlace();
    if (done == null) {
      return waitForPlace();
    }
    boolean begun = false;
    try {
      KVTransferTaskSpec spec = task.task().getSpec();
      done.warmUp.get();
      Operation operation =
          new Operation(
              task.id(), spec, done.plans.get(), task.report(), done.links, task.services());
      Working working = new Working(task, operation);
      task.shared().operations().open(operation);
      operation.crew().fork("work", new Work(operation, task.services(), task.shared())::run);
      begun = true;
      return working;
    } catch (RejectedException e) {
      throw invalid(e.rejection().text());
    } finally {
      if (!begun) {
        done.giveUp();
      }
    }
  }

  private Phase waitForPlace() throws FailedException {
    KVTransferTaskSpec spec = task.task().getSpec();
    long waited = task.services().clock().nanos() - acceptedNanos;
    if (waited > TimeUnit.SECONDS.toNanos(spec.progressTimeoutSeconds())) {
      throw new FailedException(
          FailureReason.AgentBusy,
          "node %s has as many open operations as it may have; none ended in %d s"
              .formatted(spec.nodeName(), spec.progressTimeoutSeconds()));
    }
    return this;
  }

  private static FailedException invalid(String message) {
    return new FailedException(FailureReason.TaskInvalid, message);
  }
}
