package io.kvreshard.crd;

/** Which of the source's replicas of the same heads a target reads. */
public enum ReplicaSelection {
  Ordinal,
  Balanced
}
