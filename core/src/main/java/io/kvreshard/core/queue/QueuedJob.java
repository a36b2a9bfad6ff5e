package io.kvreshard.core.queue;

import java.time.Instant;
import java.util.Set;

/**
 * A job that could start if there was room.
 *
 * @param priority within its namespace, {@value #LOWEST}…{@value #HIGHEST}
 * @param watched how many starts of its namespace it has had to watch while it waited
 * @param since when it was created or resumed, by the API server's clock
 * @param nodes where it has work to do
 */
public record QueuedJob(
    String uid, String namespace, long priority, long watched, Instant since, Set<String> nodes) {
  public static final long LOWEST = 0;
  public static final long HIGHEST = 9;
  public static final long DEFAULT_PRIORITY = 5;

  /** One step for each start that it has watched. */
  long rank() {
    return priority + watched;
  }

  public QueuedJob {
    if (priority < LOWEST || priority > HIGHEST) {
      throw new IllegalArgumentException(
          "priority %d of job %s is not in %d…%d".formatted(priority, uid, LOWEST, HIGHEST));
    }
    nodes = Set.copyOf(nodes);
  }
}
