package io.kvreshard.operator.control;

import io.kvreshard.core.job.JobDecision;

/** Decisions in log lines: whole plans are left out. */
final class Brief {
  private Brief() {}

  static String of(JobDecision decision) {
    return switch (decision) {
      case JobDecision.RecordPlan it -> "RecordPlan[" + it.plan().summary() + "]";
      case JobDecision.CreateTasks it -> "CreateTasks[" + it.plan().summary().digest() + "]";
      default -> decision.toString();
    };
  }
}
