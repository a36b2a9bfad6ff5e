package io.kvreshard.core.snapshot;

/** Who owes the proof that a node does not touch a snapshot's pages any more. */
public enum QuarantineReason {
  /** The node's agent: it is lost, or has not said for long that the node is quiet. */
  AgentSilent,
  /** An engine process of the node, which neither answers its agent nor dies; the agent says so. */
  EngineSilent
}
