package io.kvreshard.operator.metrics;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobRecord;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.job.Verdict;
import io.kvreshard.crd.telemetry.Counters;
import io.kvreshard.operator.control.JobListener;
import io.kvreshard.operator.control.JobStep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** What becomes of jobs, counted and timed. */
public final class JobMeters implements JobListener {
  private static final List<Reason> RETRIED = reasons(EnumSet.of(Reason.Kind.RETRY));
  private static final List<Reason> FINAL = reasons(EnumSet.of(Reason.Kind.FINAL));
  private static final List<Reason> ENDS =
      Arrays.stream(Reason.values()).filter(JobMeters::endsAnAttempt).toList();

  private final JobTimers timers;
  private final Counter attempts;
  private final Counters<Reason> attemptFailures;
  private final Counters<Reason> retries;
  private final Counters<Reason> failures;
  private final Counters<Verdict> decisions;
  private final Counter moved;
  private final Counter wire;

  /** Registers them. */
  public JobMeters(MeterRegistry registry) {
    timers = new JobTimers(registry);
    attempts =
        Counter.builder("kvreshard.job.attempts")
            .description("Attempts that have begun.")
            .register(registry);
    attemptFailures =
        new Counters<>(
            registry,
            "kvreshard.job.attempt.failures",
            "Attempts that have ended without success, by reason.",
            "reason",
            ENDS);
    retries =
        new Counters<>(
            registry,
            "kvreshard.job.retries",
            "Attempts that are followed by another one, by the reason of their end.",
            "reason",
            RETRIED);
    failures =
        new Counters<>(
            registry,
            "kvreshard.job.failures",
            "Jobs that have failed for good, by reason.",
            "reason",
            FINAL);
    decisions =
        new Counters<>(
            registry,
            "kvreshard.job.decisions",
            "Verdicts about jobs that had an attempt: Commit or Abort, once a job.",
            "verdict",
            EnumSet.allOf(Verdict.class));
    moved = bytes(registry, "kvreshard.job.moved", "Bytes that targets of succeeded jobs got.");
    wire = bytes(registry, "kvreshard.job.wire", "Of these, bytes that went between nodes.");
  }

  private static List<Reason> reasons(EnumSet<Reason.Kind> kinds) {
    return Arrays.stream(Reason.values()).filter(reason -> kinds.contains(reason.kind())).toList();
  }

  private static boolean endsAnAttempt(Reason reason) {
    return switch (reason.kind()) {
      case RETRY, FINAL -> true;
      case PROGRESS, GOOD -> reason == Reason.Suspended || reason == Reason.Cancelled;
    };
  }

  private static Counter bytes(MeterRegistry registry, String name, String description) {
    return Counter.builder(name).description(description).baseUnit("bytes").register(registry);
  }

  @Override
  public void took(JobStep step) {
    timers.took(step);
    var before = step.before().recorded();
    verdict(step, before);
    switch (step.decision()) {
      case JobDecision.StartAttempt _ -> attempts.increment();
      case JobDecision.EndAttempt it -> ended(before, it.reason());
      case JobDecision.RetryAt _ -> {
        if (before.reason() != null) {
          retries.increment(before.reason());
        }
      }
      case JobDecision.Fail it -> failures.increment(it.reason());
      case JobDecision.RecordSuccess _ -> succeeded(before);
      default -> {
        // Nothing of it is counted.
      }
    }
  }

  private void verdict(JobStep step, JobRecord before) {
    var status = step.job().getStatus();
    if (before.verdict() == null && status != null && status.decision() != null) {
      decisions.increment(Verdict.valueOf(status.decision().verdict().name()));
    }
  }

  /** A worse reason may be heard of while the attempt is drained: it ended once. */
  private void ended(JobRecord before, Reason reason) {
    if (before.reason() == null || !ENDS.contains(before.reason())) {
      attemptFailures.increment(reason);
    }
  }

  private void succeeded(JobRecord before) {
    var plan = before.plan();
    if (plan != null) {
      moved.increment((double) plan.bytes());
      wire.increment((double) plan.wireBytes());
    }
  }
}
