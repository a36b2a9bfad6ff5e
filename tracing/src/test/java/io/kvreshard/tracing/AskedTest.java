package io.kvreshard.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which environments ask for traces. */
final class AskedTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";

  @Test
  void anEndpointOrAnExporterAsks() {
    assertThat(Asked.by(Map.of(ENDPOINT, "http://collector:4318"))).isTrue();
    assertThat(Asked.by(Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c/v1/traces")))
        .isTrue();
    assertThat(Asked.by(Map.of(EXPORTER, "otlp"))).isTrue();
  }

  @Test
  void nothingElseDoes() {
    assertThat(Asked.by(Map.of())).isFalse();
    assertThat(Asked.by(Map.of(ENDPOINT, " ", EXPORTER, ""))).isFalse();
    assertThat(Asked.by(Map.of(ENDPOINT, "http://collector:4318", EXPORTER, "None"))).isFalse();
    assertThat(Asked.by(Map.of(ENDPOINT, "http://c:4318", "OTEL_SDK_DISABLED", "true"))).isFalse();
    assertThat(Asked.by(Map.of("OTEL_SERVICE_NAME", "mine"))).isFalse();
  }

  @Test
  void theEnvironmentIsOverOurDefaults() {
    assertThat(Asked.properties(Map.of("OTEL_LOGS_EXPORTER", "otlp", "HOME", "/root")))
        .containsEntry("otel.logs.exporter", "otlp")
        .containsEntry("otel.metrics.exporter", "none")
        .containsEntry("otel.exporter.otlp.protocol", "http/protobuf")
        .doesNotContainKey("home");
  }
}
