package io.kvreshard.core.job;

import java.util.SortedSet;

/** Sentences that several steps say. */
final class Sentences {
  static final String CANCELLED =
      "spec.cancel is true: the job has ended before its decision to commit, and nothing was activated.";

  static final String TOO_LATE = "spec.cancel came too late: the decision to commit was made.";

  private Sentences() {}

  static String planned(PlanSummary plan) {
    return "%,d bytes from %d writers to %d targets, %,d of them between nodes."
        .formatted(plan.bytes(), plan.writers(), plan.targets(), plan.wireBytes());
  }

  private static String starting(JobView job, long attempt) {
    var left = job.limits().backoffLimit() - job.recorded().failures();
    return "Attempt %d of at most %d.".formatted(attempt, attempt + left);
  }

  static String moving(JobView job, long attempt, JobPlan plan, SortedSet<String> nodes) {
    return "%s %s Nodes: %s."
        .formatted(starting(job, attempt), planned(plan.summary()), String.join(", ", nodes));
  }

  static String succeeded(JobView job) {
    var plan = job.recorded().plan();
    return "%,d bytes moved and activated in KVSnapshot \"%s\"; job digest %s.%s"
        .formatted(
            plan == null ? 0 : plan.bytes(),
            job.target(),
            job.recorded().jobDigest(),
            tooLate(job));
  }

  /** A further sentence for a job that commits whatever its author wants by now; else nothing. */
  static String tooLate(JobView job) {
    return job.intent() == Intent.CANCEL ? " " + TOO_LATE : "";
  }

  static String givenUp(JobView job, String field) {
    return "%s is true: attempt %d is given up.".formatted(field, job.recorded().attempt());
  }

  /** An agent's sentences end as they like; ours end with a full stop. */
  static String ended(String sentence) {
    var text = sentence.strip();
    return text.isEmpty() || text.endsWith(".") ? text : text + ".";
  }
}
