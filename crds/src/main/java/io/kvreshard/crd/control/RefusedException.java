package io.kvreshard.crd.control;

import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;

/**
 * The control plane has understood what was asked and says no: the object breaks a rule or is too
 * large, or who asks may not. The same again is refused again until a person changes something. The
 * message is the server's sentence, cut to {@link Bounds#MESSAGE} characters.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message, Throwable cause) {
    super(Text.clip(message, Bounds.MESSAGE), cause);
  }
}
