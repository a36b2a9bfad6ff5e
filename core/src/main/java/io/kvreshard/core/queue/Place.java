package io.kvreshard.core.queue;

import org.jspecify.annotations.Nullable;

/**
 * Where a job stands in the line.
 *
 * @param position 1 is next
 * @param obstacle what it waits for; null: it may start
 */
public record Place(long position, @Nullable Obstacle obstacle) {
  /** What keeps a job from starting. */
  public sealed interface Obstacle {
    /** As many jobs move as the cluster may have. */
    record ClusterFull(int limit) implements Obstacle {}

    /** As many jobs have work on a node as it may have, or jobs before this one wait for it. */
    record NodeFull(String node, int limit) implements Obstacle {}
  }

  /** True if the job may start now. */
  public boolean free() {
    return obstacle == null;
  }
}
