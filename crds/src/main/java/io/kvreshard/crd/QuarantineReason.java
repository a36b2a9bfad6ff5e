package io.kvreshard.crd;

/** Who owes the proof that a node does not touch a snapshot's pages any more. */
public enum QuarantineReason {
  AgentSilent,
  EngineSilent
}
