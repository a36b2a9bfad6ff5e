package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spans of two agents' tasks: they know their parent without having been told. */
final class TaskSpansTest {
  @TempDir private Path directory;
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing = Tracing.to(SimpleSpanProcessor.create(spans), "agent", "both");
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory, tracing);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
    tracing.close();
  }

  @Test
  void aTaskIsAChildOfItsAttemptAndItsStatesAreEvents() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.command(world.b, TaskCommand.Commit);
    world.command(world.a, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    world.untilState(world.a, TaskState.Committed);
    world.control.delete(world.task(world.a));
    world.control.delete(world.task(world.b));
    await().until(() -> named("task").size() == 2);

    var attempt = JobTrace.attempt(world.jobUid, world.operation().toString());
    assertThat(named("task"))
        .allSatisfy(
            task -> {
              assertThat(task.getTraceId()).isEqualTo(attempt.getTraceId());
              assertThat(task.getParentSpanId()).isEqualTo(attempt.getSpanId());
              assertThat(task.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
              assertThat(children(task)).contains("prepare", "move", "receive", "drain");
            });
    assertThat(events(onNode("node-b")))
        .containsExactly(
            "Accepted", "Running", "Landed", "Validated", "Committed", "Quiesced", "Released");
    assertThat(named("send")).hasSameSizeAs(named("receive")).isNotEmpty();
    assertThat(named("send"))
        .allSatisfy(
            send ->
                assertThat(send.getAttributes().asMap().toString())
                    .contains("kvreshard.writer", "kvreshard.targets", "kvreshard.bytes"));
  }

  @Test
  void aFailureIsTheReasonAndNotTheSentence() throws Exception {
    world.target.onBind = new RuntimeFailure.Refused("the password is xyzzy");
    world.run();
    assertThat(world.fails(world.b).message()).contains("xyzzy");
    world.release(world.b);
    await().until(() -> named("task").stream().anyMatch(it -> node(it).equals("node-b")));

    SpanData task = onNode("node-b");
    assertThat(task.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(task.getStatus().getDescription()).isEqualTo("EngineRefused");
    assertThat(named("prepare"))
        .anyMatch(it -> it.getStatus().getDescription().equals("EngineRefused"));
    assertThat(spans.getFinishedSpanItems()).noneMatch(it -> it.toString().contains("xyzzy"));
  }

  private SpanData onNode(String node) {
    return named("task").stream().filter(it -> node(it).equals(node)).findFirst().orElseThrow();
  }

  private static String node(SpanData span) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey("kvreshard.node")));
  }

  private static List<String> events(SpanData span) {
    return span.getEvents().stream().map(EventData::getName).toList();
  }

  private List<SpanData> named(String name) {
    return spans.getFinishedSpanItems().stream().filter(it -> it.getName().equals(name)).toList();
  }

  private List<String> children(SpanData parent) {
    return spans.getFinishedSpanItems().stream()
        .filter(it -> it.getParentSpanId().equals(parent.getSpanId()))
        .map(SpanData::getName)
        .toList();
  }
}
