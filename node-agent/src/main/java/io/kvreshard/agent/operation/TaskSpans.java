package io.kvreshard.agent.operation;

import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.context.Context;
import java.util.List;

/** Spans of a task: one for its whole life on this node, one for each part of its move. */
final class TaskSpans {
  static final AttributeKey<String> PEER = AttributeKey.stringKey("kvreshard.peer");
  private static final AttributeKey<String> NODE = AttributeKey.stringKey("kvreshard.node");
  private static final AttributeKey<String> GROUP = AttributeKey.stringKey("kvreshard.group");
  private static final AttributeKey<String> WRITER = AttributeKey.stringKey("kvreshard.writer");
  private static final AttributeKey<List<String>> TARGETS =
      AttributeKey.stringArrayKey("kvreshard.targets");
  static final AttributeKey<Long> BYTES = AttributeKey.longKey("kvreshard.bytes");

  /** An engine that does not answer is asked every few seconds for as long as it takes. */
  private static final int MOST = 1000;

  private TaskSpans() {}

  /** The task has come. Its states are events of the span. */
  static Span begin(Tracing tracing, OperationId id, KVTransferTaskSpec task) {
    return tracing
        .child(JobTrace.attempt(id.jobUid(), id.toString()), "task")
        .setAttribute(JobTrace.JOB, task.job().namespace() + "/" + task.job().name())
        .setAttribute(JobTrace.OPERATION, id.toString())
        .setAttribute(NODE, task.nodeName())
        .startSpan();
  }

  /** What is done there belongs to the task. */
  static Context within(Span task) {
    return Tracing.bounded(task, MOST);
  }

  /** What one writer owes some targets: a stream to or from another node, or a copy on this one. */
  static SpanBuilder part(
      Tracing tracing, String name, GroupPlan plan, String writer, List<String> targets) {
    return tracing
        .child(name)
        .setAttribute(GROUP, plan.name())
        .setAttribute(WRITER, writer)
        .setAttribute(TARGETS, targets)
        .setAttribute(
            BYTES, targets.stream().mapToLong(it -> plan.plans().bytes(writer, it)).sum());
  }
}
