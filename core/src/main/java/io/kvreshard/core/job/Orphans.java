package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.status.Truth;

/**
 * What becomes of a task whose job is no more: somebody took the job's finalizer away by force.
 * Nobody is left to decide a commit, so it can only be aborted.
 */
public final class Orphans {
  private Orphans() {}

  /** The next step of an orphan. */
  public enum Step {
    /** It becomes quiet, or proves it. */
    WAIT,
    /** Ask for its deletion, which means Abort. */
    DELETE,
    /** Take its finalizer off. */
    RELEASE
  }

  /**
   * Decides.
   *
   * @param agent of the task's node
   */
  public static Step decide(TaskView task, AgentView agent) {
    if (!task.deleting()) {
      return Step.DELETE;
    }
    boolean gone = agent.silence().compareTo(Retirement.QUARANTINE) > 0;
    return task.held() && (task.quiesced() == Truth.True || gone) ? Step.RELEASE : Step.WAIT;
  }
}
