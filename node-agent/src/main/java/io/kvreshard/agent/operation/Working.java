package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.Duration;

/** An open operation, from its first request to an engine until a decision. */
final class Working implements Phase {
  /** A control plane that does not answer keeps an operation from its end for this long. */
  private static final Duration UNHEARD = Duration.ofSeconds(5);

  private final TaskContext task;
  private final Operation operation;
  private final EngineRelease engines;
  private final Drain drain;
  private final long targetBytes;
  private final boolean decides;
  private boolean rested;
  private long toldNanos;
  private boolean told;
  private boolean spread;

  Working(TaskContext task, Operation operation) throws FailedException {
    this.task = task;
    this.operation = operation;
    this.engines = task.engines();
    this.drain =
        new Drain(
            operation, task.shared().bindings(), engines.unbinding(), task.services().tracing());
    this.decides = task.roster().coordinates(Side.TARGET);
    this.targetBytes = operation.targetBytes();
  }

  Operation operation() {
    return operation;
  }

  /** What {@link #bytesDone} will be in the end. */
  long targetBytes() {
    return targetBytes;
  }

  @Override
  public Phase step(Orders orders, boolean durable) throws InterruptedException {
    boolean workDone = operation.isWorkDone();
    // Whatever went wrong since: a commit may not be refused (DESIGN §5, step 6).
    if (orders.commit() && workDone) {
      return commit();
    }
    // What was wrong here is told even if the operator has given the attempt up meanwhile.
    FailedException failure = operation.failure();
    if (failure != null) {
      return failed(failure, orders, durable);
    }
    if (orders.abort()) {
      task.report().state(TaskState.Aborted);
      return end("aborted by the operator");
    }
    if (workDone && !rested) {
      rest();
    }
    return this;
  }

  /**
   * The work is done: nothing needs the engines' memory any more, whatever is decided. That it is
   * quiet is told with the result, if it can be proven at once; the result does not wait for more.
   * Where the decision is carried out it is told with its outcome: a task that has failed and is
   * quiet is one whose agent will not commit.
   */
  private void rest() throws InterruptedException {
    rested = true;
    boolean quiet = drain.run().isEmpty();
    if (decides) {
      task.report().state(TaskState.Validated);
    } else {
      task.report().rested(TaskState.Landed, quiet ? Quiesced.True : Quiesced.False);
    }
  }

  /** The operator hears of it first, other agents then: their echo is not the reason. */
  private Phase failed(FailedException failure, Orders orders, boolean durable) {
    NanoClock clock = task.services().clock();
    if (!told) {
      told = true;
      toldNanos = clock.nanos();
      task.report().failed(failure);
      return this;
    }
    if (!durable && clock.nanos() - toldNanos < UNHEARD.toNanos()) {
      return this;
    }
    if (!spread) {
      spread = true;
      Failpoints.before(Step.AGENT_CANCEL);
      operation.links().cancel(task.id(), reason(failure));
      Failpoints.after(Step.AGENT_CANCEL);
    }
    return mayBeCommitted(orders) ? this : end(failure.sentence());
  }

  /**
   * The operator has been told that all is validated, and may have decided before it heard of the
   * failure: the reservation is held until it says so.
   */
  private boolean mayBeCommitted(Orders orders) {
    return operation.isWorkDone() && decides && !orders.abort();
  }

  private Phase commit() throws InterruptedException {
    try {
      if (!new CommitCall(task).run(EngineRelease.Absence.GONE)) {
        return this;
      }
      task.report().state(TaskState.Committed);
      if (decides && drain.isQuiet()) {
        restedWithCommit();
      }
      return new Committed(task, operation, engines, drain);
    } catch (FailedException e) {
      task.report().failed(e);
      return end(e.sentence());
    }
  }

  /** What the target's engine held for the operation has ended with its Commit. */
  private void restedWithCommit() {
    task.report().quiesced(Quiesced.True);
    if (!task.roster().coordinates(Side.SOURCE)) {
      task.report().released();
    }
  }

  private Phase end(String why) {
    return new Ending(task, operation, engines, drain, why);
  }

  private String reason(FailedException failure) {
    return "node %s: %s".formatted(task.services().nodeName(), failure.wire());
  }

  @Override
  public long bytesDone() {
    return operation.progress().bytes();
  }
}
