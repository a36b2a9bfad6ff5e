package io.kvreshard.agent.failure;

import io.kvreshard.tracing.Reasoned;
import org.jspecify.annotations.Nullable;

/** An operation cannot go on. The message is a sentence for a person: object, field, rule. */
public final class FailedException extends Exception implements Reasoned {
  private static final long serialVersionUID = 1L;
  private static final String SEPARATOR = ": ";

  private final FailureReason reason;

  public FailedException(FailureReason reason, String message) {
    this(reason, message, null);
  }

  public FailedException(FailureReason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public FailureReason reason() {
    return reason;
  }

  @Override
  public String word() {
    return reason.name();
  }

  /** The message; never null. */
  public String sentence() {
    String message = getMessage();
    return message == null ? reason.name() : message;
  }

  /** For another agent, which reads it by {@link #parse}. */
  public String wire() {
    return reason.name() + SEPARATOR + sentence();
  }

  /**
   * What another agent said. A reason that ends the job is that agent's to report; here, as without
   * a known reason, it is {@code PeerFailed}.
   */
  public static FailedException parse(String wire) {
    int end = wire.indexOf(SEPARATOR);
    if (end > 0) {
      String name = wire.substring(0, end);
      for (FailureReason reason : FailureReason.values()) {
        if (reason.name().equals(name) && !reason.terminal()) {
          return new FailedException(reason, wire.substring(end + SEPARATOR.length()));
        }
      }
    }
    return new FailedException(FailureReason.PeerFailed, wire);
  }
}
