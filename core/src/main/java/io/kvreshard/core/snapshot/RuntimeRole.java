package io.kvreshard.core.snapshot;

/** What a process does for its engine. */
public enum RuntimeRole {
  Coordinator,
  Participant,
  Both;

  public boolean coordinates() {
    return this != Participant;
  }

  public boolean participates() {
    return this != Coordinator;
  }
}
