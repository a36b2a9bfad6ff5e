package io.kvreshard.failpoint;

import java.util.EnumSet;
import java.util.Set;

/**
 * Every step that another process can see. Each has a point before and one after it; a test walks
 * all of them with every fault. A new feature adds its steps here and the calls in its code.
 */
public enum Step {
  /** Takes or renews the Lease of the operator that leads. */
  OPERATOR_LEASE(Program.OPERATOR),
  /** Writes what a snapshot's participants and documents have come to. */
  OPERATOR_SNAPSHOT_STATUS(Program.OPERATOR),
  OPERATOR_RECORD_PLAN(Program.OPERATOR),
  OPERATOR_FINISH_DRY_RUN(Program.OPERATOR),
  OPERATOR_GUARD(Program.OPERATOR),
  OPERATOR_CLAIM(Program.OPERATOR),
  OPERATOR_START_ATTEMPT(Program.OPERATOR),
  OPERATOR_CREATE_TASKS(Program.OPERATOR),
  OPERATOR_CREATE_DOCUMENTS(Program.OPERATOR),
  OPERATOR_CREATE_TASK(Program.OPERATOR),
  OPERATOR_WAIT(Program.OPERATOR),
  OPERATOR_DECIDE_COMMIT(Program.OPERATOR),
  OPERATOR_ISSUE_COMMAND(Program.OPERATOR),
  OPERATOR_COMMAND_TASK(Program.OPERATOR),
  OPERATOR_RECORD_SUCCESS(Program.OPERATOR),
  OPERATOR_CLOSE_SOURCE(Program.OPERATOR),
  OPERATOR_SETTLE_SOURCE(Program.OPERATOR),
  OPERATOR_SETTLE_TASK(Program.OPERATOR),
  OPERATOR_END_ATTEMPT(Program.OPERATOR),
  OPERATOR_RETRY_AT(Program.OPERATOR),
  OPERATOR_SUSPEND(Program.OPERATOR),
  OPERATOR_RESUME(Program.OPERATOR),
  OPERATOR_CANCEL(Program.OPERATOR),
  /** Writes that it has seen what the author of a job that is over has said since. */
  OPERATOR_ACKNOWLEDGE(Program.OPERATOR),
  /** Deletes a job whose time has come. */
  OPERATOR_EXPIRE(Program.OPERATOR),
  OPERATOR_FAIL(Program.OPERATOR),
  OPERATOR_DELETE_TASKS(Program.OPERATOR),
  OPERATOR_DELETE_TASK(Program.OPERATOR),
  OPERATOR_ORDER_RELEASES(Program.OPERATOR),
  OPERATOR_ORDER_RELEASE(Program.OPERATOR),
  OPERATOR_LEAVE_TASKS(Program.OPERATOR),
  OPERATOR_RELEASE_TASKS(Program.OPERATOR),
  OPERATOR_RELEASE_TASK(Program.OPERATOR),
  OPERATOR_DROP_DOCUMENTS(Program.OPERATOR),
  OPERATOR_QUARANTINE(Program.OPERATOR),
  OPERATOR_RECORD_QUIET(Program.OPERATOR),
  OPERATOR_FREE_TARGET(Program.OPERATOR),
  OPERATOR_FREE_SOURCE(Program.OPERATOR),
  OPERATOR_UNGUARD(Program.OPERATOR),
  OPERATOR_EVENT(Program.OPERATOR, false),

  AGENT_STATE_LOCK(Program.AGENT),
  AGENT_LEASE(Program.AGENT),
  AGENT_NODE(Program.AGENT),
  AGENT_PUBLISH_RUNTIME(Program.AGENT),
  AGENT_REMOVE_RUNTIME(Program.AGENT),
  AGENT_PUBLISH_SNAPSHOT(Program.AGENT),
  AGENT_REPLACE_SNAPSHOT(Program.AGENT),
  AGENT_WITHDRAW_SNAPSHOT(Program.AGENT),
  AGENT_REMOVE_SOURCE(Program.AGENT),
  AGENT_STATUS_ACCEPTED(Program.AGENT),
  AGENT_STATUS_LANDED(Program.AGENT),
  AGENT_STATUS_VALIDATED(Program.AGENT),
  AGENT_STATUS_COMMITTED(Program.AGENT),
  AGENT_STATUS_FAILED(Program.AGENT),
  AGENT_STATUS_ABORTED(Program.AGENT),
  AGENT_STATUS_QUIET(Program.AGENT),
  /** Looks whether an agent can be reached. */
  AGENT_PROBE(Program.AGENT),
  AGENT_PIN(Program.AGENT),
  AGENT_BIND(Program.AGENT),
  AGENT_TENSORS(Program.AGENT),
  AGENT_ATTACH_RING(Program.AGENT),
  AGENT_GATHER(Program.AGENT),
  AGENT_SCATTER(Program.AGENT),
  /** Asks the source's coordinator for a part of the snapshot's contents. */
  AGENT_READ_CONTENTS(Program.AGENT),
  /** Gives the target's coordinator a part of the snapshot's contents. */
  AGENT_WRITE_CONTENTS(Program.AGENT),
  AGENT_VALIDATE(Program.AGENT),
  AGENT_COMMIT(Program.AGENT),
  AGENT_UNBIND(Program.AGENT),
  AGENT_RELEASE(Program.AGENT),
  /** Serves the pages of its coordinator to an agent. */
  AGENT_SERVE_PAGES(Program.AGENT),
  AGENT_SERVE_JOIN(Program.AGENT),
  AGENT_SERVE_EXCHANGE(Program.AGENT),
  AGENT_SERVE_STREAM(Program.AGENT),
  AGENT_SERVE_CONTENTS(Program.AGENT),
  AGENT_SERVE_LANDED(Program.AGENT),
  /** Has computed the transfer digest: streams may open. */
  AGENT_AGREE(Program.AGENT),
  AGENT_CONNECT(Program.AGENT),
  AGENT_SEND_CHUNK(Program.AGENT),
  AGENT_RECEIVE_CHUNK(Program.AGENT),
  AGENT_PLACE_CHUNK(Program.AGENT),
  AGENT_ANSWER_LANDED(Program.AGENT),
  AGENT_COPY(Program.AGENT),
  AGENT_CANCEL(Program.AGENT, false),

  COORDINATOR_OFFER(Program.COORDINATOR, false),
  COORDINATOR_WITHDRAW(Program.COORDINATOR, false),
  COORDINATOR_PIN(Program.COORDINATOR),
  COORDINATOR_BIND(Program.COORDINATOR),
  COORDINATOR_READ_CONTENTS(Program.COORDINATOR),
  COORDINATOR_WRITE_CONTENTS(Program.COORDINATOR),
  COORDINATOR_VALIDATE(Program.COORDINATOR),
  COORDINATOR_COMMIT(Program.COORDINATOR),
  COORDINATOR_RELEASE(Program.COORDINATOR),

  WORKER_TENSORS(Program.WORKER),
  WORKER_ATTACH_RING(Program.WORKER),
  WORKER_GATHER(Program.WORKER),
  WORKER_SCATTER(Program.WORKER),
  WORKER_UNBIND(Program.WORKER),
  WORKER_CLEAR(Program.WORKER),
  WORKER_CHECK(Program.WORKER),
  WORKER_COMMIT(Program.WORKER);

  private final Program program;
  private final boolean mayFail;

  Step(Program program) {
    this(program, true);
  }

  Step(Program program, boolean mayFail) {
    this.program = program;
    this.mayFail = mayFail;
  }

  /** Whose step it is. */
  public Program program() {
    return program;
  }

  /** What can happen at it: an error only where the step can fail by itself. */
  public Set<Fault> faults() {
    return mayFail ? EnumSet.allOf(Fault.class) : EnumSet.of(Fault.KILL, Fault.STOP);
  }
}
