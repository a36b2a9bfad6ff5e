package io.kvreshard.agent.runtime;

/** Why an engine process did not do what the agent asked for. The message is for people. */
public abstract sealed class RuntimeFailure extends Exception {

  private RuntimeFailure(String message) {
    super(message);
  }

  /** The engine says no and will say no again: no further attempt. */
  public static final class Refused extends RuntimeFailure {
    public Refused(String message) {
      super(message);
    }
  }

  /** It may work on another attempt: the engine said so, or it did not answer in time. */
  public static final class Transient extends RuntimeFailure {
    public Transient(String message) {
      super(message);
    }
  }

  /** The session has ended: the process, or its whole group's epoch, is dead. */
  public static final class Gone extends RuntimeFailure {
    public Gone(String message) {
      super(message);
    }
  }
}
