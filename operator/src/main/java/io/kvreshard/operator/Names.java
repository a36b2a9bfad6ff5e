package io.kvreshard.operator;

import io.kvreshard.crd.LongName;

/** Names, labels and finalizers of what the operator makes (DESIGN §4). */
public final class Names {
  /** Label of tasks and documents: the uid of their job. */
  public static final String JOB_UID = "kvreshard.io/job-uid";

  /** Label of tasks: the attempt of their job. */
  public static final String ATTEMPT = "kvreshard.io/attempt";

  /**
   * Label of tasks that their job has left to their agents: its uid. They have no {@link #JOB_UID}.
   */
  public static final String LEFT_BY = "kvreshard.io/left-by-job";

  /** Finalizer of a job that may hold something. */
  public static final String JOB_FINALIZER = "kvreshard.io/job";

  /** Finalizer of a task whose node may still touch a runtime. */
  public static final String QUIESCE_FINALIZER = "kvreshard.io/quiesce";

  private Names() {}

  /** The ConfigMap with the documents of an attempt. */
  public static String documents(String jobUid, long attempt) {
    return "%s-%d".formatted(shortUid(jobUid), attempt);
  }

  /** The task of an attempt on a node. */
  public static String task(String jobUid, long attempt, String node) {
    return LongName.fit("%s-%s".formatted(documents(jobUid, attempt), node));
  }

  /** The first 48 bits of a UUID. */
  private static String shortUid(String uid) {
    return uid.length() <= 13 ? uid : uid.substring(0, 13);
  }
}
