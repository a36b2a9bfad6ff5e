package io.kvreshard.core.snapshot;

import java.time.Duration;
import java.util.List;

/**
 * One agent as the observer sees it.
 *
 * @param incarnation new with every start of the agent
 * @param endpoint host:port of its peer service
 * @param planners what it can recompute: {@code Ordinal/1}, …
 * @param silence how long ago the observer, by its own monotonic clock, last saw the agent's Lease
 *     change. Never computed from another machine's clock (DESIGN §4)
 */
public record AgentView(
    String node, String incarnation, String endpoint, List<String> planners, Duration silence) {
  /** An agent whose Lease did not change for this long is lost. */
  public static final Duration LIFE = Duration.ofSeconds(15);

  public AgentView {
    planners = List.copyOf(planners);
  }

  public boolean alive() {
    return silence.compareTo(LIFE) <= 0;
  }
}
