package io.kvreshard.e2e.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operator, agents and engines each know of a job makes one trace. */
class OneTraceIT {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private Ensemble ensemble;

  @BeforeEach
  void begin() throws Exception {
    ensemble = new Ensemble(directory);
  }

  @AfterEach
  void end() throws Exception {
    ensemble.close();
  }

  @Test
  void aMoveIsOneTraceFromTheOperatorToTheEngines() throws Exception {
    ensemble.engine(SpreadEngine.config("tp4", Use.EXPORT, 4), Set.of());
    ensemble.engine(SpreadEngine.config("tp2", Use.RESERVE, 2), Set.of());
    var job = ensemble.move("tp4", "tp2", JobPhase.Succeeded);

    var trace = ensemble.trace();
    isWhole(trace, job);
    assertThat(trace.spans())
        .as("%s", trace)
        .noneMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
        .extracting(trace::path)
        .contains(
            "job@kvreshard-operator > attempt@kvreshard-operator > decide commit@kvreshard-operator",
            AGENT + " > prepare@kvreshard-agent > Pin@kvreshard-agent > Pin@kvreshard-sim-engine",
            AGENT
                + " > prepare@kvreshard-agent > Tensors@kvreshard-agent > Tensors@kvreshard-sim-engine",
            AGENT + " > move@kvreshard-agent > send@kvreshard-agent",
            AGENT + " > move@kvreshard-agent > copy@kvreshard-agent",
            AGENT + " > receive@kvreshard-agent",
            AGENT + " > contents@kvreshard-agent",
            AGENT + " > Commit@kvreshard-agent > Commit@kvreshard-sim-engine",
            AGENT
                + " > drain@kvreshard-agent > Unbind@kvreshard-agent > Unbind@kvreshard-sim-engine",
            AGENT + " > Release@kvreshard-agent > Release@kvreshard-sim-engine");
    assertThat(trace.named("task"))
        .extracting(Trace::instance)
        .containsExactlyInAnyOrderElementsOf(Ensemble.NODES);
    assertThat(trace.named("send")).hasSameSizeAs(trace.named("receive")).isNotEmpty();
  }

  @Test
  void aRefusalIsSeenWhereItWasAndIsOneWord() throws Exception {
    ensemble.engine(SpreadEngine.config("tp4", Use.EXPORT, 4), Set.of());
    ensemble.engine(SpreadEngine.config("tp2", Use.RESERVE, 2), Set.of(Trouble.REFUSE_BIND));
    var job = ensemble.move("tp4", "tp2", JobPhase.Failed);

    var trace = ensemble.trace();
    isWhole(trace, job);
    assertThat(trace.named("Bind")).as("%s", trace).hasSize(2);
    assertThat(error(trace.of(SpanKind.SERVER), "Bind")).isEqualTo("REFUSED");
    assertThat(error(trace.of(SpanKind.CLIENT), "Bind")).isEqualTo("Refused");
    for (var above : new String[] {"attempt", "job"}) {
      assertThat(error(trace.spans(), above)).isEqualTo("EngineRefused");
    }
    assertThat(trace.named("task"))
        .extracting(span -> span.getStatus().getDescription())
        .contains("EngineRefused");
    assertThat(job.getStatus().message()).contains("told to refuse");
    assertThat(trace.spans()).noneMatch(span -> span.toString().contains("told to refuse"));
  }

  private static final String AGENT =
      "job@kvreshard-operator > attempt@kvreshard-operator > task@kvreshard-agent";

  /**
   * One root, and no span whose parent nobody has made; engines answer in the trace of who asks.
   */
  private static void isWhole(Trace trace, KVReshardJob job) {
    assertThat(trace.roots()).as("%s", trace).extracting(SpanData::getName).containsExactly("job");
    assertThat(trace.spans())
        .as("%s", trace)
        .allMatch(span -> span.getTraceId().equals(job.getMetadata().getUid().replace("-", "")))
        .allMatch(span -> trace.path(span).startsWith("job@kvreshard-operator"))
        .extracting(SpanData::getSpanId)
        .doesNotHaveDuplicates();
    assertThat(trace.of(SpanKind.CLIENT))
        .as("%s", trace)
        .isNotEmpty()
        .allSatisfy(
            asked ->
                assertThat(trace.childrenOf(asked))
                    .singleElement()
                    .satisfies(
                        served -> {
                          assertThat(served.getKind()).isEqualTo(SpanKind.SERVER);
                          assertThat(served.getName()).isEqualTo(asked.getName());
                        }));
  }

  private static String error(List<SpanData> spans, String name) {
    var found = spans.stream().filter(span -> span.getName().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.getFirst().getStatus().getDescription();
  }
}
