package io.kvreshard.crd.telemetry;

import org.slf4j.MDC;

/** Which job the log lines of a thread belong to: fields of each, until they are cleared. */
public final class JobLog {
  private static final String JOB = "job";
  private static final String UID = "job_uid";
  private static final String OPERATION = "operation";

  private JobLog() {}

  /** Lines belong to a job of which only the name is known. */
  public static void mark(String namespace, String name) {
    MDC.put(JOB, namespace + "/" + name);
  }

  /**
   * Lines belong to a job.
   *
   * @param attempt that they belong to; 0: to none
   */
  public static void mark(String namespace, String name, String uid, long attempt) {
    mark(namespace, name);
    MDC.put(UID, uid);
    if (attempt > 0) {
      MDC.put(OPERATION, "%s/%d/0".formatted(uid, attempt));
    }
  }

  /** Lines belong to no job any more. */
  public static void clear() {
    MDC.remove(JOB);
    MDC.remove(UID);
    MDC.remove(OPERATION);
  }
}
