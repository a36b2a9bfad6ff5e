package io.kvreshard.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The spans of a job that others are children of. Whoever knows the job's uid and the operation
 * knows their ids: the trace's is the uid without dashes, those of spans are the first 8 bytes of
 * SHA-256 over {@code kvreshard-span/v1}, a zero byte, and the uid or the operation id.
 */
public final class JobTrace {
  /** Namespace and name of the job, as in log lines. */
  public static final AttributeKey<String> JOB = AttributeKey.stringKey("kvreshard.job");

  /** The operation id, as in log lines. */
  public static final AttributeKey<String> OPERATION =
      AttributeKey.stringKey("kvreshard.operation");

  private static final String SCHEMA = "kvreshard-span/v1\0";
  private static final int SPAN_BYTES = 8;
  private static final int TRACE_BYTES = 16;

  private JobTrace() {}

  /** The job's own span, the root of the trace. */
  public static SpanContext job(String uid) {
    return span(uid, uid);
  }

  /**
   * The span of one attempt.
   *
   * @param operation {@code <job uid>/<attempt>/<round>}
   */
  public static SpanContext attempt(String uid, String operation) {
    return span(uid, operation);
  }

  /** Where the children of a span are made that may be somebody else's. */
  static Context under(SpanContext parent) {
    return Context.root().with(Span.wrap(parent));
  }

  private static SpanContext span(String uid, String text) {
    return SpanContext.createFromRemoteParent(
        trace(uid),
        hash(SCHEMA + text, SPAN_BYTES),
        TraceFlags.getSampled(),
        TraceState.getDefault());
  }

  /** A control plane that has no UUIDs has other ids. */
  private static String trace(String uid) {
    String hex = uid.replace("-", "");
    return TraceId.isValid(hex) ? hex : hash(SCHEMA + uid, TRACE_BYTES);
  }

  private static String hash(String text, int bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
