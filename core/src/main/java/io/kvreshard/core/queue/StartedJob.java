package io.kvreshard.core.queue;

import java.time.Instant;
import java.util.Set;

/**
 * A job that has had its turn.
 *
 * @param started its first attempt, by the API server's clock
 * @param holding the nodes where it still takes a place; none once it has ended
 */
public record StartedJob(String uid, String namespace, Instant started, Set<String> holding) {
  public StartedJob {
    holding = Set.copyOf(holding);
  }
}
