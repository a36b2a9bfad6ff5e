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

  /** An agent's sentences end as they like; ours end with a full stop. */
  static String ended(String sentence) {
    var text = sentence.strip();
    return text.isEmpty() || text.endsWith(".") ? text : text + ".";
  }
}
