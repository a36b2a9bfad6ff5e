package io.kvreshard.core.job;

/** Sentences that several steps say. */
final class Sentences {
  private Sentences() {}

  static String planned(PlanSummary plan) {
    return "%,d bytes from %d writers to %d targets, %,d of them between nodes."
        .formatted(plan.bytes(), plan.writers(), plan.targets(), plan.wireBytes());
  }

  static String starting(JobView job, long attempt) {
    return "Attempt %d of at most %d.".formatted(attempt, job.limits().backoffLimit() + 1);
  }

  static String succeeded(JobView job) {
    var plan = job.recorded().plan();
    return "%,d bytes moved and activated in KVSnapshot \"%s\"; job digest %s."
        .formatted(plan == null ? 0 : plan.bytes(), job.target(), job.recorded().jobDigest());
  }

  /** An agent's sentences end as they like; ours end with a full stop. */
  static String ended(String sentence) {
    var text = sentence.strip();
    return text.isEmpty() || text.endsWith(".") ? text : text + ".";
  }
}
