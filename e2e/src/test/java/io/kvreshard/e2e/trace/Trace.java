package io.kvreshard.e2e.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** Finished spans as a tree. */
record Trace(List<SpanData> spans) {
  private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> INSTANCE =
      AttributeKey.stringKey("service.instance.id");

  List<SpanData> named(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  List<SpanData> of(SpanKind kind) {
    return spans.stream().filter(span -> span.getKind() == kind).toList();
  }

  List<SpanData> roots() {
    return spans.stream().filter(span -> !span.getParentSpanContext().isValid()).toList();
  }

  List<SpanData> childrenOf(SpanData parent) {
    return spans.stream()
        .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
        .sorted(Comparator.comparing(SpanData::getStartEpochNanos))
        .toList();
  }

  /** Names from the root down to the span, with who made them. */
  String path(SpanData span) {
    return spans.stream()
        .filter(it -> it.getSpanId().equals(span.getParentSpanId()))
        .findFirst()
        .map(parent -> path(parent) + " > " + who(span))
        .orElseGet(() -> who(span));
  }

  private static String who(SpanData span) {
    return span.getName() + "@" + service(span);
  }

  static String service(SpanData span) {
    return Objects.requireNonNull(span.getResource().getAttribute(SERVICE));
  }

  static String instance(SpanData span) {
    return Objects.requireNonNull(span.getResource().getAttribute(INSTANCE));
  }

  /** A line a span, for people. */
  @Override
  public String toString() {
    return roots().stream().flatMap(root -> lines(root, "")).reduce("", (a, b) -> a + b + "\n");
  }

  private Stream<String> lines(SpanData span, String indent) {
    var kind = span.getKind() == SpanKind.INTERNAL ? "" : " (" + span.getKind() + ")";
    var error =
        span.getStatus().getStatusCode() == StatusCode.ERROR
            ? "  ERROR " + span.getStatus().getDescription()
            : "";
    double millis = (span.getEndEpochNanos() - span.getStartEpochNanos()) / 1e6;
    var line =
        String.format(
            Locale.ROOT,
            "%-48s %-38s %8.1f ms%s",
            indent + span.getName() + kind.toLowerCase(Locale.ROOT),
            service(span).replace("kvreshard-", "") + " " + instance(span),
            millis,
            error);
    return Stream.concat(
        Stream.of(line), childrenOf(span).stream().flatMap(child -> lines(child, indent + "  ")));
  }
}
