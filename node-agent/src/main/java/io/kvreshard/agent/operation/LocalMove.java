package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.LocalCopy;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.metrics.Direction;
import io.kvreshard.agent.share.Toll;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.agent.stream.StallWatch;
import io.kvreshard.agent.stream.Traffic;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.util.List;
import java.util.Optional;

/** Writer and target on one node: one pass from memory to memory where the agent reaches both. */
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
    try (AgentMeters.OpenStream traffic = services.meters().open(Direction.LOCAL)) {
      Toll toll = operation.tolls().copying();
      DenseStream stream = LocalCopy.stream(plan.plans(), writer.binding(), target.binding());
      Optional<LocalCopy> inOnePass =
          LocalCopy.inOnePass(
              stream, writer.memory(), target.memory(), services.copying(), toll::pay);
      long done =
          inOnePass.isPresent()
              ? copy(inOnePass.get(), toll.chunkBytes(LocalCopy.PIECE_BYTES), traffic)
              : copyThroughSlot(stream, writer, target, toll, traffic);
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

  private long copyThroughSlot(
      DenseStream stream, LocalBinding writer, LocalBinding target, Toll toll, Traffic traffic)
      throws FailedException, MemoryFailure, InterruptedException {
    Staging staging = services.outgoing();
    try (Staging.Lease lease =
            staging.lease(1, operation.claim(operation.roster().self()), operation.patience());
        LocalCopy copy =
            LocalCopy.through(
                lease.memory().getFirst(), stream, writer.memory(), target.memory(), toll::pay)) {
      return copy(copy, toll.chunkBytes(staging.slotBytes()), traffic);
    }
  }

  private long copy(LocalCopy copy, int step, Traffic traffic)
      throws FailedException, MemoryFailure, InterruptedException {
    long done = 0;
    Failpoints.before(Step.AGENT_COPY, LocalMove::failed);
    operation.progress().touched();
    try (StallWatch _ = watch()) {
      for (long moved = copy.next(step); moved > 0; moved = copy.next(step)) {
        operation.progress().moved(moved);
        traffic.moved(moved);
        done += moved;
      }
    }
    Failpoints.after(Step.AGENT_COPY, LocalMove::failed);
    return done;
  }

  /** A copy may have to wait for its engine and its pace, but not while nothing at all moves. */
  private StallWatch watch() {
    return new StallWatch(
        services.timer(),
        operation.progress(),
        operation.patience(),
        () -> operation.fail(stall()));
  }

  private FailedException stall() {
    return new FailedException(
        FailureReason.ProgressTimeout,
        "within node %s: nothing moved for %d s (progressTimeoutSeconds)"
            .formatted(operation.roster().self(), operation.patience().toSeconds()));
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
