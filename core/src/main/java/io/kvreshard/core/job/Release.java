package io.kvreshard.core.job;

/**
 * Whether the engines whose coordinators are on a task's node were told that the attempt is over:
 * then they may use its pages for something else.
 */
public enum Release {
  /** Not yet: somebody may still touch the pages. */
  WITHHELD,
  /** The agent is to tell them: it was told so, or a task with a Commit is being deleted. */
  ORDERED,
  /** They know, or are gone, or have never heard of the attempt. */
  DONE
}
