package io.kvreshard.tracing;

/**
 * A failure with a word for machines, which its span carries. Sentences stay in logs and status.
 */
public interface Reasoned {
  /** The word. */
  String word();
}
