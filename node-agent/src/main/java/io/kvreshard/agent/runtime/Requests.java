package io.kvreshard.agent.runtime;

import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.AgentMessage;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.TraceParent;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's unanswered requests of one session. A request that its caller gave up stays here: it
 * is over only when the engine answers or the session ends. Thread-safe.
 */
final class Requests {
  private static final AttributeKey<String> ENGINE = AttributeKey.stringKey("kvreshard.engine");
  private static final AttributeKey<String> INSTANCE = AttributeKey.stringKey("kvreshard.instance");

  private final int max;
  private final Consumer<AgentMessage> out;
  private final Tracing tracing;
  private final Map<Long, CompletableFuture<Reply>> unanswered = new HashMap<>();
  private long lastId;
  private @Nullable String ended;

  Requests(int max, Consumer<AgentMessage> out, Tracing tracing) {
    this.max = max;
    this.out = out;
    this.tracing = tracing;
  }

  /**
   * Sends a request, a span of the operation, and waits for an answer that is not a failure.
   *
   * @param what the request, for spans and messages: "Pin"
   */
  Reply ask(
      RuntimeIdentity who,
      String what,
      Step step,
      String operation,
      Duration limit,
      Consumer<Request.Builder> request)
      throws RuntimeFailure, InterruptedException {
    var span =
        tracing
            .child(what)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(JobTrace.OPERATION, operation)
            .setAttribute(ENGINE, who.group().toString())
            .setAttribute(INSTANCE, who.instanceId());
    return Spans.call(
        span,
        () -> {
          Failpoints.before(step, RuntimeFailure.Transient::new);
          Reply reply = await(send(operation, limit, request), limit, what);
          Failpoints.after(step, RuntimeFailure.Transient::new);
          return reply;
        });
  }

  /**
   * Sends a request of the current span.
   *
   * @return completes with the engine's answer, or with {@link RuntimeFailure.Gone}
   */
  CompletableFuture<Reply> send(String operation, Duration limit, Consumer<Request.Builder> what)
      throws RuntimeFailure {
    Request.Builder request =
        Request.newBuilder()
            .setOperationId(operation)
            .setDeadlineMillis(Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE))
            .setTraceparent(TraceParent.current());
    what.accept(request);
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    synchronized (this) {
      if (ended != null) {
        throw new RuntimeFailure.Gone(ended);
      }
      if (unanswered.size() >= max) {
        throw new RuntimeFailure.Transient(
            "the engine owes answers to %d requests already".formatted(max));
      }
      request.setRequestId(++lastId);
      unanswered.put(lastId, answer);
    }
    out.accept(AgentMessage.newBuilder().setRequest(request).build());
    return answer;
  }

  /** Whether the reply belongs to a request; if not, the engine broke the protocol. */
  boolean answered(Reply reply) {
    CompletableFuture<Reply> answer;
    synchronized (this) {
      answer = unanswered.remove(reply.getRequestId());
    }
    return answer != null && answer.complete(reply);
  }

  /** The session has ended. */
  void end(String reason) {
    List<CompletableFuture<Reply>> orphans;
    synchronized (this) {
      ended = Optional.ofNullable(ended).orElse(reason);
      orphans = List.copyOf(unanswered.values());
      unanswered.clear();
    }
    orphans.forEach(o -> o.completeExceptionally(new RuntimeFailure.Gone(reason)));
  }

  /**
   * Waits for an answer that is not a failure.
   *
   * @param what the request, for messages: "Pin"
   */
  static Reply await(CompletableFuture<Reply> answer, Duration limit, String what)
      throws RuntimeFailure, InterruptedException {
    Reply reply;
    try {
      reply = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RuntimeFailure.Transient(
          "%s was not answered within %d ms".formatted(what, limit.toMillis()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeFailure.Gone gone) {
        throw new RuntimeFailure.Gone(String.valueOf(gone.getMessage()));
      }
      throw new IllegalStateException(e);
    }
    checkDone(reply, what);
    return reply;
  }

  /** Turns the engine's failure into ours. */
  static void checkDone(Reply reply, String what) throws RuntimeFailure {
    switch (reply.getResultCase()) {
      case FAILURE -> {
        String message = "%s: the engine says: %s".formatted(what, reply.getFailure().getMessage());
        throw switch (reply.getFailure().getKind()) {
          case REFUSED -> new RuntimeFailure.Refused(message);
          case TRANSIENT, KIND_UNSPECIFIED, UNRECOGNIZED -> new RuntimeFailure.Transient(message);
        };
      }
      case DONE, PAGES, LAYOUT, CONTENTS_PART -> {}
      case RESULT_NOT_SET ->
          throw new RuntimeFailure.Transient(what + ": the engine sent an empty reply");
    }
  }
}
