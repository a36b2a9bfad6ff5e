package io.kvreshard.operator.election;

/** This process may change nothing: it does not lead, or cannot know whether it still does. */
public final class NotLeadingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotLeadingException() {
    super("this operator does not lead, or could not renew its Lease in time");
  }
}
