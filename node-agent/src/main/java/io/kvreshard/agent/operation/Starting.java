package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A task that nobody has touched. The engine hears of it only after the status says durably which
 * agent has accepted it: a successor must know what to clean up.
 */
final class Starting implements Phase {
  private final TaskContext task;
  private boolean accepted;

  Starting(TaskContext task) {
    this.task = task;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    if (orders.abort()) {
      task.report().state(TaskState.Aborted);
      task.report().quiesced(Quiesced.True);
      return new Quiet(0);
    }
    try {
      if (!accepted) {
        check(orders);
        accepted = true;
        task.report().quiesced(Quiesced.False);
        task.report().state(TaskState.Accepted);
        return this;
      }
      return durable ? begin() : this;
    } catch (FailedException e) {
      task.report().failed(e);
      task.report().quiesced(Quiesced.True);
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

  private Phase begin() throws FailedException, InterruptedException {
    List<GroupPlan> plans = TaskDocuments.plan(task.services().control(), task.task(), task.id());
    KVTransferTaskSpec spec = task.task().getSpec();
    if (!task.shared().places().tryAcquire(spec.progressTimeoutSeconds(), TimeUnit.SECONDS)) {
      throw new FailedException(
          FailureReason.AgentBusy,
          "node %s has as many open operations as it may have; none ended in %d s"
              .formatted(spec.nodeName(), spec.progressTimeoutSeconds()));
    }
    try {
      PeerLinks links =
          new PeerLinks(task.roster(), task.shared().operations(), task.services().peers());
      Operation operation =
          new Operation(task.id(), spec, plans, task.report(), links, task.services().clock());
      Working working = new Working(task, operation);
      task.shared().operations().open(operation);
      operation
          .crew()
          .fork("work", new Work(operation, task.services(), task.shared().bindings())::run);
      return working;
    } catch (FailedException | RejectedException e) {
      task.shared().places().release();
      throw e instanceof FailedException failed ? failed : invalid(String.valueOf(e.getMessage()));
    }
  }

  private static FailedException invalid(String message) {
    return new FailedException(FailureReason.TaskInvalid, message);
  }
}
