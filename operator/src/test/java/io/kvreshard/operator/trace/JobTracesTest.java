package io.kvreshard.operator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import io.kvreshard.tracing.JobTrace;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spans of jobs whose agents follow a script. */
class JobTracesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing = Tracing.to(SimpleSpanProcessor.create(spans), "operator", "test");
  private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    play.listener = JobTraces.of(tracing);
  }

  @AfterEach
  void end() {
    play.close();
    tracing.close();
  }

  @Test
  void aMoveIsOneTraceOfWhichEverybodyKnowsTheIds() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Succeeded);
    play.settle();

    var uid = play.site.job("move").getMetadata().getUid();
    var job = only("job");
    assertThat(job.getTraceId()).isEqualTo(uid.replace("-", ""));
    assertThat(job.getSpanId()).isEqualTo(JobTrace.job(uid).getSpanId());
    assertThat(job.getParentSpanContext().isValid()).isFalse();
    assertThat(job.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    var attempt = only("attempt");
    assertThat(attempt.getSpanId()).isEqualTo(JobTrace.attempt(uid, uid + "/1/0").getSpanId());
    assertThat(attempt.getParentSpanId()).isEqualTo(job.getSpanId());
    assertThat(attempt.getAttributes().get(JobTrace.OPERATION)).isEqualTo(uid + "/1/0");
    assertThat(childrenOf(job))
        .startsWith("claim", "start attempt")
        .endsWith("free source", "unguard");
    assertThat(childrenOf(attempt))
        .startsWith("create tasks", "decide commit")
        .contains("record success", "drop documents")
        .endsWith("record quiet");
    assertThat(spans.getFinishedSpanItems())
        .hasSize(2 + childrenOf(job).size() - 1 + childrenOf(attempt).size())
        .allMatch(span -> span.getTraceId().equals(job.getTraceId()))
        .allMatch(span -> span.getStartEpochNanos() <= span.getEndEpochNanos());
  }

  @Test
  void anAttemptThatFailsSaysWhyInOneWord() {
    play.n2.trouble =
        _ -> Optional.of(new TaskFailure("StreamCorrupt", "secret of chunk 7", false));
    var _ = play.site.job("move", Site.spec("a", "b", null, null, 1L, null));
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    play.pass(Duration.ofSeconds(12));
    play.until("move", JobPhase.Failed);
    play.settle();

    assertThat(named("attempt"))
        .hasSize(2)
        .allMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
        .extracting(span -> span.getStatus().getDescription())
        .containsExactly("TransferFailed", "TransferFailed");
    assertThat(only("job").getStatus().getDescription()).isEqualTo("BackoffLimitExceeded");
    assertThat(spans.getFinishedSpanItems()).noneMatch(span -> span.toString().contains("secret"));
  }

  @Test
  void operatorsThatTakeOverGoOnWithTheTrace() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Running);
    play.restart();
    play.until("move", JobPhase.Committing);
    play.restart();
    play.settle();

    assertThat(childrenOf(only("attempt"))).contains("create tasks", "record success");
    assertThat(childrenOf(only("job"))).startsWith("claim").endsWith("unguard");
  }

  @Test
  void aJobThatIsDeletedInMidAttemptHasItsTraceToo() {
    var job = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.plane.delete(job);
    play.until(() -> play.plane.get(KVReshardJob.class, "team", "move").isEmpty());

    assertThat(only("attempt").getStatus().getDescription()).isEqualTo("JobDeleted");
    assertThat(only("job").getStatus().getDescription()).isEqualTo("JobDeleted");
    assertThat(childrenOf(only("attempt"))).contains("end attempt", "unguard");
  }

  @Test
  void aNodeThatIsLostDoesNotKeepTheTraceOpen() throws Exception {
    var _ = play.site.job("move", Site.spec("a", "b", null, null, 0L, null));
    play.until(() -> play.tasks().size() == 2);
    play.agents();
    play.n2.dead = true;
    play.settle();
    play.lose("n2", "n1", Duration.ofMinutes(6));
    play.until("move", JobPhase.Failed);
    play.settle();

    assertThat(only("attempt").getStatus().getDescription()).isEqualTo("AgentLost");
    assertThat(childrenOf(only("attempt"))).contains("quarantine", "leave tasks");
    assertThat(only("job").getStatus().getDescription()).isEqualTo("BackoffLimitExceeded");
  }

  @Test
  void aDryRunIsATraceWithoutAttempts() {
    var _ = play.site.job("move", JobSpec.of("a", "b").dryRun(true).build());
    play.settle();

    assertThat(named("attempt")).isEmpty();
    assertThat(childrenOf(only("job"))).containsExactly("plan", "finish dry run");
  }

  private SpanData only(String name) {
    assertThat(named(name)).as(name).hasSize(1);
    return named(name).getFirst();
  }

  private List<SpanData> named(String name) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  private List<String> childrenOf(SpanData parent) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
        .map(SpanData::getName)
        .toList();
  }
}
