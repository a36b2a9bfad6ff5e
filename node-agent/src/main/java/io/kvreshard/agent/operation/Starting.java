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
  private @Nullable PlansAhead plans;

  Starting(TaskContext task) {
    this.task = task;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (orders.abort()) {
      if (plans != null) {
        task.shared().places().release();
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

  /** Who has one may read and plan, while the control plane writes that the task is accepted. */
  private @Nullable PlansAhead takePlace() {
    if (plans == null && task.shared().places().tryAcquire()) {
      plans = PlansAhead.of(task);
    }
    return plans;
  }

  private Phase begin() throws FailedException, InterruptedException {
    PlansAhead ahead = takePlace();
    if (ahead == null) {
      return waitForPlace();
    }
    boolean begun = false;
    try {
      KVTransferTaskSpec spec = task.task().getSpec();
      PeerLinks links =
          new PeerLinks(task.roster(), task.shared().operations(), task.services().peers());
      Operation operation =
          new Operation(task.id(), spec, ahead.get(), task.report(), links, task.services());
      Working working = new Working(task, operation);
      task.shared().operations().open(operation);
      operation.crew().fork("work", new Work(operation, task.services(), task.shared())::run);
      begun = true;
      return working;
    } catch (RejectedException e) {
      throw invalid(e.rejection().text());
    } finally {
      if (!begun) {
        task.shared().places().release();
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
