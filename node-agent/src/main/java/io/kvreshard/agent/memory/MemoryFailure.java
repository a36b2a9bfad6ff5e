package io.kvreshard.agent.memory;

/** Bytes could not be moved in or out of a participant's memory. The message is for people. */
public final class MemoryFailure extends Exception {

  public MemoryFailure(String message) {
    super(message);
  }

  public MemoryFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
