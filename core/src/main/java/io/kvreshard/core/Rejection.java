package io.kvreshard.core;

/**
 * Why a document was refused.
 *
 * @param category the kind of rule
 * @param pointer JSON pointer (RFC 6901) to the offending value, empty for the whole document
 * @param message a sentence for people: the rule and what broke it
 */
public record Rejection(RejectionCategory category, String pointer, String message) {
  /** {@code /parts/3/head_start: … (range)}. */
  public String text() {
    return (pointer.isEmpty() ? "" : pointer + ": ") + message + " (" + category.wire() + ")";
  }
}
