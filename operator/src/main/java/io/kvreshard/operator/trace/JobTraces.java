package io.kvreshard.operator.trace;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobRecord;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.operator.control.JobListener;
import io.kvreshard.operator.control.JobStep;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Jobs as traces: a span for the job, one for each attempt, one for each step. The long ones are
 * made when they end, from what the job's status says, so that nothing has to be remembered: which
 * operator it began under does not matter. Their children know their ids before.
 */
public final class JobTraces implements JobListener {
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("kvreshard.reason");
  private static final AttributeKey<String> PHASE = AttributeKey.stringKey("kvreshard.phase");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("kvreshard.attempt");
  private static final AttributeKey<Long> BYTES = AttributeKey.longKey("kvreshard.bytes");

  private final Tracing tracing;

  private JobTraces(Tracing tracing) {
    this.tracing = tracing;
  }

  /** Makes the spans, or listens to nobody. */
  public static JobListener of(Tracing tracing) {
    return tracing.on() ? new JobTraces(tracing) : JobListener.NONE;
  }

  @Override
  public void took(JobStep step) {
    StepNames.of(step.decision()).ifPresent(name -> step(step, name));
    if (Stretch.endsAttempt(step)) {
      attempt(step);
    }
    if (Stretch.endsJob(step)) {
      job(step);
    }
  }

  private void step(JobStep step, String name) {
    var before = step.before();
    var parent =
        Stretch.inAttempt(before.recorded())
            ? attempt(before.uid(), before.recorded())
            : JobTrace.job(before.uid());
    var span = begin(tracing.child(parent, name), step, step.began()).startSpan();
    var reason = reason(step.decision());
    if (reason != null) {
      span.setAttribute(REASON, reason.name());
    }
    span.end(step.ended());
  }

  private void attempt(JobStep step) {
    var before = step.before();
    var recorded = before.recorded();
    var time = step.job().getStatus().attemptTime();
    var span =
        Tracing.startAs(
            attempt(before.uid(), recorded),
            begin(
                    tracing.child(JobTrace.job(before.uid()), "attempt"),
                    step,
                    time == null ? step.began() : Instant.parse(time))
                .setAttribute(JobTrace.OPERATION, operation(before.uid(), recorded))
                .setAttribute(ATTEMPT, recorded.attempt()));
    end(span, step, recorded.reason());
  }

  private void job(JobStep step) {
    var before = step.before();
    var after = Stretch.after(step);
    var span =
        Tracing.startAs(
            JobTrace.job(before.uid()),
            begin(tracing.root("job"), step, before.created())
                .setAttribute(PHASE, after.phase().name()));
    var plan = after.plan();
    if (plan != null) {
      span.setAttribute(BYTES, plan.bytes());
    }
    end(span, step, after.reason());
  }

  private static SpanBuilder begin(SpanBuilder span, JobStep step, Instant time) {
    var meta = step.job().getMetadata();
    return span.setStartTimestamp(time)
        .setAttribute(JobTrace.JOB, meta.getNamespace() + "/" + meta.getName());
  }

  private static void end(Span span, JobStep step, @Nullable Reason reason) {
    if (reason != null) {
      span.setAttribute(REASON, reason.name());
      switch (reason.kind()) {
        case RETRY, FINAL -> Spans.failed(span, reason.name());
        case PROGRESS, GOOD -> {}
      }
    }
    span.end(step.ended());
  }

  private static @Nullable Reason reason(JobDecision decision) {
    return switch (decision) {
      case JobDecision.EndAttempt it -> it.reason();
      case JobDecision.Fail it -> it.reason();
      default -> null;
    };
  }

  private static SpanContext attempt(String uid, JobRecord job) {
    return JobTrace.attempt(uid, operation(uid, job));
  }

  private static String operation(String uid, JobRecord job) {
    return new OperationId(uid, job.attempt(), 0).toString();
  }
}
