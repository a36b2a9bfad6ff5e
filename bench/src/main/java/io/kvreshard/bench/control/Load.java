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
    if (distance.isNegative() || agents < 2 || single < 1 || crowd < 1 || !idle.isPositive()) {
      throw new IllegalArgumentException(
          "a distance of at least 0, 2 agents, 1 job of each kind, some idle time");
    }
  }
}
