package io.kvreshard.e2e.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.Helm;
import io.kvreshard.e2e.cluster.Installation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the chart tells operator and agents about traces, by the real helm. */
class TracingChartIT {
  private static final Helm HELM = new Helm(Path.of("/dev/null"), Installation.SYSTEM);

  @Test
  void nobodyTracesUnlessAskedTo() {
    var result = HELM.template("image.registry=x");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out()).doesNotContain("OTEL_");
  }

  @Test
  void operatorAndAgentsAreToldWhereTheirSpansGo() {
    var result = HELM.template("image.registry=x", "tracing.otlpEndpoint=http://otel.obs:4318");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(
            result
                .out()
                .lines()
                .filter(line -> line.contains("OTEL_EXPORTER_OTLP_ENDPOINT"))
                .map(String::strip))
        .hasSize(2)
        .containsOnly("- {name: OTEL_EXPORTER_OTLP_ENDPOINT, value: \"http://otel.obs:4318\"}");
  }

  @Test
  void anAddressWithoutASchemeIsRefused() {
    assertThat(HELM.template("image.registry=x", "tracing.otlpEndpoint=otel.obs:4318").err())
        .contains("/tracing/otlpEndpoint");
  }
}
