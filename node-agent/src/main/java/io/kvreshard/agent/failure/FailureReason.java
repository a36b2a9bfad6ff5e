package io.kvreshard.agent.failure;

/** The reasons of {@code KVTransferTask.status.failure}: one word for machines (DESIGN §5, §8). */
public enum FailureReason {
  EngineRefused(true, "The engine said no and will say no again."),
  BindingInvalid(
      true, "A participant's pages or tensors do not cover its part of the placement, or overlap."),
  PlanMismatch(
      true,
      "Documents of the task are missing, damaged, or lead to another plan than the operator's."),
  DocumentsLost(false, "Somebody has deleted the documents of the attempt."),
  TaskInvalid(
      true,
      "The task is not one that this agent can do: an unknown participant, an older attempt."),
  PagesInUse(false, "An operation that is not over yet touches the same pages."),
  EngineFailed(false, "The engine failed at a request that may succeed another time."),
  RuntimeGone(false, "The engine's process, or its whole group, is gone."),
  PeerUnreachable(false, "An agent of the operation does not answer, or answers with an error."),
  PeerFailed(false, "An agent of the operation has given the attempt up."),
  ContentsMismatch(
      true, "The source's engine gives other contents than its snapshot has announced."),
  StreamCorrupt(false, "A chunk is damaged, out of order, forged or missing."),
  ProgressTimeout(false, "Nothing moved for the task's progressTimeoutSeconds."),
  AgentBusy(
      false, "Waiting for staging memory or a free place among the open operations took too long."),
  AgentRestarted(false, "Accepted by an agent that is no more; this one only cleans up."),
  AgentStopping(false, "The agent ends."),
  Internal(false, "A fault of the agent.");

  private final boolean terminal;
  private final String sentence;

  FailureReason(boolean terminal, String sentence) {
    this.terminal = terminal;
    this.sentence = sentence;
  }

  /** True if another attempt would fail in the same way. */
  public boolean terminal() {
    return terminal;
  }

  /** What it means, for people. */
  public String sentence() {
    return sentence;
  }
}
