package io.kvreshard.crd.document;

import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;

/**
 * A custom resource that breaks the contract. The message names the field as people write it:
 * {@code spec.groups[0].placement.participants[3].heads.start: … (range)}.
 */
public final class RejectedFieldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final transient Rejection rejection;

  /**
   * @param rejection its pointer may be relative to some part of the object; {@code field} is the
   *     place in the custom resource
   */
  RejectedFieldException(FieldPath field, Rejection rejection) {
    super("%s: %s (%s)".formatted(field.text(), rejection.message(), rejection.category().wire()));
    this.field = field.text();
    this.rejection = rejection;
  }

  RejectedFieldException(FieldPath field, RejectionCategory category, String message) {
    this(field, new Rejection(category, "", message));
  }

  /** The offending field, from the root of the custom resource. */
  public String field() {
    return field;
  }

  /** The rule that was broken. */
  public Rejection rejection() {
    return rejection;
  }
}
