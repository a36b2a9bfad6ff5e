package io.kvreshard.core.queue;

/**
 * How many jobs may move at a time.
 *
 * @param cluster in all, at least 1
 * @param node with work on one node, at least 1
 */
public record QueueLimits(int cluster, int node) {
  public QueueLimits {
    if (cluster < 1 || node < 1) {
      throw new IllegalArgumentException(
          "limits of %d jobs a cluster and %d a node: each must be at least 1"
              .formatted(cluster, node));
    }
  }
}
