package io.kvreshard.e2e.failpoint;

import io.kvreshard.e2e.failpoint.Scenario.Laid;

/** What is done to a process in the course of a case. */
sealed interface Harm permits Laid, Strike {
  /** Whom it meets: a process, or all operators. */
  String role();

  /**
   * Whether an engine is lost by it: its process is killed or stopped, or a worker, which cannot
   * follow a commit, leaves its group. No job can promise to survive that.
   */
  boolean losesEngine();
}
