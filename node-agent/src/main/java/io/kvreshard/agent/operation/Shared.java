package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * What all tasks of this node share.
 *
 * @param releases that engines have not acknowledged
 * @param places one for each operation that may be open at once
 * @param startNanos when the agent's sessions began to be served
 */
record Shared(
    Operations operations,
    OpenBindings bindings,
    Attempts attempts,
    OwedReleases releases,
    Semaphore places,
    NanoClock clock,
    long startNanos) {
  /**
   * Engines that live reconnect within this time after a restart of the agent. A session's end is
   * the process's death: one that has none by then is taken for dead.
   */
  private static final Duration RETURN_LIMIT = Duration.ofSeconds(30);

  EngineRelease.Absence absence() {
    return clock.nanos() - startNanos < RETURN_LIMIT.toNanos()
        ? EngineRelease.Absence.NOT_YET
        : EngineRelease.Absence.GONE;
  }
}
