package io.kvreshard.core.job;

/** Who must act when a job is in a given state. */
public enum Actor {
  /** Nobody: it goes on by itself. */
  NOBODY,
  /** Who wrote the job. */
  JOB_AUTHOR,
  /** Who runs the serving engines. */
  ENGINE_OWNER,
  /** Who runs the cluster's nodes. */
  CLUSTER_ADMIN
}
