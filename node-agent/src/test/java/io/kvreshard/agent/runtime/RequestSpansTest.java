package io.kvreshard.agent.runtime;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.Failure;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine hears of the trace that a request belongs to. */
class RequestSpansTest {
  private static final String OPERATION = "job/1/0";

  @TempDir Path run;
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing = Tracing.to(SimpleSpanProcessor.create(spans), "agent", "node-1");
  private ServerFixture fixture;
  private TestEngine engine;
  private CoordinatorSession coordinator;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(run, tracing);
    engine = fixture.engine(h -> h);
    engine.welcome();
    coordinator = fixture.server.coordinator(new EngineGroup("models", "engine")).orElseThrow();
  }

  @AfterEach
  void stop() {
    fixture.close();
    tracing.close();
  }

  @Test
  void anEngineIsToldTheSpanOfTheRequest() throws Exception {
    var validated = CompletableFuture.runAsync(() -> within("task"));
    Request request = engine.request();
    engine.reply(request, r -> r.setDone(Done.getDefaultInstance()));
    validated.get();

    SpanData asked = spans.getFinishedSpanItems().getFirst();
    SpanData task = spans.getFinishedSpanItems().getLast();
    assertThat(asked.getName()).isEqualTo("Validate");
    assertThat(asked.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(asked.getParentSpanId()).isEqualTo(task.getSpanId());
    assertThat(asked.getAttributes().get(JobTrace.OPERATION)).isEqualTo(OPERATION);
    assertThat(asked.getAttributes().toString()).contains("models/engine", "instance-tp0");
    assertThat(request.getTraceparent())
        .isEqualTo("00-%s-%s-01".formatted(asked.getTraceId(), asked.getSpanId()));
  }

  @Test
  void aRefusalIsOneWord() throws Exception {
    var validated = CompletableFuture.runAsync(() -> within("task"));
    engine.reply(
        engine.request(),
        r ->
            r.setFailure(
                Failure.newBuilder().setKind(Failure.Kind.REFUSED).setMessage("token quince")));
    assertThatThrownBy(validated::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("quince");

    assertThat(spans.getFinishedSpanItems().getFirst().getStatus().getDescription())
        .isEqualTo("Refused");
    assertThat(spans.getFinishedSpanItems()).noneMatch(span -> span.toString().contains("quince"));
  }

  @Test
  void withoutATraceNothingIsSaid() throws Exception {
    var validated = CompletableFuture.runAsync(this::validate);
    Request request = engine.request();
    engine.reply(request, r -> r.setDone(Done.getDefaultInstance()));
    validated.get();

    assertThat(request.getTraceparent()).isEmpty();
    assertThat(spans.getFinishedSpanItems()).isEmpty();
  }

  private void within(String name) {
    try {
      Spans.run(tracing.root(name), this::validate);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void validate() {
    try {
      coordinator.validate(OPERATION, "snap", null, ofSeconds(5));
    } catch (RuntimeFailure | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
