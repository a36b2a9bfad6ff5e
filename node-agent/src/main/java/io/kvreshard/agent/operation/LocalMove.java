package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.LocalCopy;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.metrics.Direction;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.util.List;
import java.util.Set;

/** Writer and target on one node: one pass from memory to memory. */
final class LocalMove {
  private final Operation operation;
  private final Services services;

  LocalMove(Operation operation, Services services) {
    this.operation = operation;
    this.services = services;
  }

  /** Copies all that the writer owes the target; both sides' receipts are reported. */
  void copy(GroupPlan plan, LocalBinding writer, LocalBinding target)
      throws FailedException, InterruptedException {
    Receipts receipts =
        new Receipts(operation.report(), plan, writer.participant(), List.of(target.participant()));
    try (AgentMeters.OpenStream traffic = services.meters().open(Direction.LOCAL);
        Staging.Lease lease = services.outgoing().lease(1, operation.patience())) {
      DenseStream stream =
          DenseStream.of(plan.plans(), writer.participant(), Set.of(target.participant()));
      LocalCopy copy =
          LocalCopy.of(stream, writer.memory(), target.memory(), lease.memory().getFirst());
      int step = operation.limit().chunkBytes(services.outgoing().slotBytes());
      long done = 0;
      Failpoints.before(Step.AGENT_COPY, LocalMove::failed);
      for (long moved = copy.next(step); moved > 0; moved = copy.next(step)) {
        operation.limit().acquire(moved);
        operation.progress().moved(moved);
        traffic.moved(moved);
        done += moved;
      }
      Failpoints.after(Step.AGENT_COPY, LocalMove::failed);
      receipts.requireAll(target.participant(), done);
      receipts.sourceOk();
      receipts.targetOk();
    } catch (MemoryFailure e) {
      FailedException failure =
          EngineFailures.of(
              "participants " + writer.participant() + " and " + target.participant(), e);
      fail(receipts, failure);
      throw failure;
    } catch (FailedException e) {
      fail(receipts, e);
      throw e;
    }
  }

  private static FailedException failed(String why) {
    return new FailedException(FailureReason.EngineFailed, why);
  }

  private void fail(Receipts receipts, FailedException why) {
    operation.fail(why);
    receipts.sourceFailed(why);
    receipts.targetFailed(why);
  }
}
