package io.kvreshard.bench.control;

import java.time.Duration;

/**
 * What the control plane is asked to bear.
 *
 * @param distance how long every byte from and to the API server takes
 * @param agents one a node, at least 2
 * @param single jobs that come one after the other
 * @param crowd jobs that come all at once
 * @param idle how long nothing is asked for at the end
 */
public record Load(Duration distance, int agents, int single, int crowd, Duration idle) {
  public Load {
    require(!distance.isNegative(), "the distance must not be negative");
    require(agents >= 2, "there must be at least 2 agents");
    require(single >= 1, "at least 1 job must come by itself");
    require(crowd >= 1, "at least 1 job must come with all at once");
    require(idle.isPositive(), "the idle time must be longer than 0");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
