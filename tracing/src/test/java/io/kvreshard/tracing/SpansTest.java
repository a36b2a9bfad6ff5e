package io.kvreshard.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Spans within spans, and those that are not made. */
final class SpansTest {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final Tracing tracing =
      Tracing.to(SimpleSpanProcessor.create(exporter), "service", "instance");

  /** A failure that has a word. */
  private static final class Worded extends Exception implements Reasoned {
    private static final long serialVersionUID = 1L;

    Worded() {
      super("the token is secret");
    }

    @Override
    public String word() {
      return "TokenRefused";
    }
  }

  @AfterEach
  void close() {
    tracing.close();
  }

  @Test
  void whatIsDoneWithinASpanIsItsChild() throws Exception {
    Spans.run(
        tracing.root("outer"),
        () ->
            assertThat(Spans.<Integer, RuntimeException>call(tracing.child("inner"), () -> 7))
                .isEqualTo(7));

    SpanData inner = spans().getFirst();
    SpanData outer = spans().getLast();
    assertThat(inner.getParentSpanId()).isEqualTo(outer.getSpanId());
    assertThat(inner.getTraceId()).isEqualTo(outer.getTraceId());
    assertThat(outer.getResource().toString()).contains("service", "instance");
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  @Test
  void aFailureIsItsWordAndNotItsSentence() {
    assertThatThrownBy(
            () ->
                Spans.run(
                    tracing.root("a"),
                    () -> {
                      throw new Worded();
                    }))
        .isInstanceOf(Worded.class);
    assertThatThrownBy(
            () ->
                Spans.run(
                    tracing.root("b"),
                    () -> {
                      throw new IOException("/secret/file");
                    }))
        .isInstanceOf(IOException.class);

    assertThat(spans())
        .allMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
        .noneMatch(span -> span.toString().contains("secret"))
        .extracting(span -> span.getAttributes().get(Spans.ERROR))
        .containsExactly("TokenRefused", "IOException");
  }

  @Test
  void withoutACurrentSpanThereIsNoChild() throws Exception {
    Spans.run(tracing.child("orphan"), () -> assertThat(TraceParent.current()).isEmpty());
    assertThat(spans()).isEmpty();
  }

  @Test
  void whatGoesOnForeverHasABoundedNumberOfSpans() throws Exception {
    Span task = tracing.root("task").startSpan();
    try (var _ = Tracing.bounded(task, 2).makeCurrent()) {
      for (int i = 0; i < 5; i++) {
        Spans.run(tracing.child("ask"), () -> assertThat(TraceParent.current()).isNotEmpty());
      }
    }
    task.end();
    assertThat(spans()).extracting(SpanData::getName).containsExactly("ask", "ask", "task");
  }

  @Test
  void aSpanHasTheIdsThatOthersKnow() {
    var job = JobTrace.job("3f0d9c6e-2f4b-4c11-9a53-0e4f6a7b8c9d");
    tracing.child(job, "child").startSpan().end();
    Tracing.startAs(job, tracing.root("job")).end();

    assertThat(spans().getLast().getSpanContext().getSpanId()).isEqualTo(job.getSpanId());
    assertThat(spans().getLast().getParentSpanContext().isValid()).isFalse();
    assertThat(spans().getFirst().getParentSpanId()).isEqualTo(job.getSpanId());
    assertThat(spans()).extracting(SpanData::getTraceId).containsOnly(job.getTraceId());
    assertThat(tracing.root("another").startSpan().getSpanContext().getTraceId())
        .isNotEqualTo(job.getTraceId());
  }

  @Test
  void aRequestIsServedInTheTraceOfWhoAsks() throws Exception {
    var asked = new String[1];
    Spans.run(tracing.root("ask"), () -> asked[0] = TraceParent.current());
    assertThat(asked[0]).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
    Spans.run(tracing.served("serve", asked[0]), () -> {});
    for (var none : List.of("", "no such thing", "00-" + "0".repeat(32) + "-1-01")) {
      Spans.run(tracing.served("untraced", none), () -> {});
    }

    assertThat(spans()).extracting(SpanData::getName).containsExactly("ask", "serve");
    assertThat(spans().getLast().getParentSpanId()).isEqualTo(spans().getFirst().getSpanId());
  }

  private List<SpanData> spans() {
    return exporter.getFinishedSpanItems();
  }
}
