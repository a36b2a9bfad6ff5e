package io.kvreshard.agent.memory;

/** Bytes could not be moved in or out of a participant's memory. The message is for people. */
public final class MemoryFailure extends Exception {
  private final Kind kind;

  /** What another attempt would bring. */
  public enum Kind {
    /** The same: the engine says no, or its memory is not what it announced. */
    REFUSED,
    /** Perhaps success: the process is gone, or did not answer in time. */
    TRANSIENT
  }

  public MemoryFailure(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public MemoryFailure(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
