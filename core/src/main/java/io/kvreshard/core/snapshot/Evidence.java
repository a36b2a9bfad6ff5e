package io.kvreshard.core.snapshot;

/**
 * What is there to be seen of an operation that a quarantine is about, on the node that it is
 * about.
 *
 * @param task the operation's KVTransferTask for that node
 * @param agent the quarantines that the node's agent has published
 */
public record Evidence(Task task, Listing agent) {
  /** What became of the task, which stays until its agent has proven quiet. */
  public enum Task {
    /** It is quiet: its agent says so. */
    QUIET,
    /** It is not. */
    NOISY,
    /** Somebody has taken it away by force. */
    MISSING
  }

  /** What an agent's own list of quarantines says. */
  public enum Listing {
    /** The operation is on it, or may be: the list is as long as it can be. */
    LISTED,
    /** It is not. */
    NOT_LISTED,
    /** There is no list. */
    UNKNOWN
  }

  /**
   * Whether this is the proof that a quarantine waits for. What an agent has put on record is taken
   * off by the agent, on the task or on its list. A silent agent has no list to be believed: it has
   * not put the operation there.
   */
  public boolean proves(QuarantineReason reason) {
    return switch (task) {
      case QUIET -> true;
      case NOISY -> false;
      case MISSING -> reason == QuarantineReason.EngineSilent && agent == Listing.NOT_LISTED;
    };
  }
}
