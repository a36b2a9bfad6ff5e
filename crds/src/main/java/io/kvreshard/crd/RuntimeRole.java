package io.kvreshard.crd;

/** What a process does for its engine. */
public enum RuntimeRole {
  Coordinator,
  Participant,
  Both
}
