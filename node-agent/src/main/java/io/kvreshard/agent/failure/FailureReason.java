package io.kvreshard.agent.failure;

/** The reasons of {@code KVTransferTask.status.failure}: one word for machines (DESIGN §5, §8). */
public enum FailureReason {
  /** The engine said no and will say no again. */
  EngineRefused(true),
  /** A participant's pages or tensors do not cover its part of the placement, or overlap. */
  BindingInvalid(true),
  /** Documents of the task are missing, damaged, or lead to another plan than the operator's. */
  PlanMismatch(true),
  /** Somebody has deleted the documents of the attempt. */
  DocumentsLost(false),
  /** The task is not one that this agent can do: an unknown participant, an older attempt. */
  TaskInvalid(true),
  /** An operation that is not over yet touches the same pages. */
  PagesInUse(false),
  /** The engine failed at a request that may succeed another time. */
  EngineFailed(false),
  /** The engine's process, or its whole group, is gone. */
  RuntimeGone(false),
  /** An agent of the operation does not answer, or answers with an error. */
  PeerUnreachable(false),
  /** An agent of the operation has given the attempt up. */
  PeerFailed(false),
  /** A chunk is damaged, out of order, forged or missing. */
  StreamCorrupt(false),
  /** Nothing moved for the task's progressTimeoutSeconds. */
  ProgressTimeout(false),
  /** Waiting for staging memory or a free place among the open operations took too long. */
  AgentBusy(false),
  /** Accepted by an agent that is no more; this one only cleans up. */
  AgentRestarted(false),
  /** The agent ends. */
  AgentStopping(false),
  /** A fault of the agent. */
  Internal(false);

  private final boolean terminal;

  FailureReason(boolean terminal) {
    this.terminal = terminal;
  }

  /** True if another attempt would fail in the same way. */
  public boolean terminal() {
    return terminal;
  }
}
