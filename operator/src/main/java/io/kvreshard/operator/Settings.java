package io.kvreshard.operator;

import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import java.time.Duration;

/**
 * What whoever runs the cluster decides about jobs.
 *
 * @param queue how many move at a time
 * @param history how many stay after their end
 * @param patience how long a lost agent is waited for before what it may still touch is quarantined
 * @param planMemory bytes that remembered plans may take
 */
public record Settings(
    QueueLimits queue, History.Limits history, Duration patience, long planMemory) {
  /** Jobs that may move at a time in a cluster. */
  public static final int JOBS_PER_CLUSTER = 256;

  /** Jobs that may have work on a node at a time. */
  public static final int JOBS_PER_NODE = 16;

  /** Machines restart and networks heal within it. */
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Some hundreds of plans of the largest jobs, and all of smaller ones. */
  public static final int PLAN_MEMORY_MIB = 64;

  /** What holds where nobody decides. */
  public static Settings defaults() {
    return new Settings(
        new QueueLimits(JOBS_PER_CLUSTER, JOBS_PER_NODE),
        History.Limits.NONE,
        PATIENCE,
        mebibytes(PLAN_MEMORY_MIB));
  }

  /** The same, but for how long a lost agent is waited for. */
  public Settings waiting(Duration time) {
    return new Settings(queue, history, time, planMemory);
  }

  static long mebibytes(int count) {
    return (long) count << 20;
  }
}
