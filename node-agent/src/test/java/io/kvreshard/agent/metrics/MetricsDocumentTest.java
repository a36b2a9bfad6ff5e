package io.kvreshard.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.telemetry.Telemetry;
import io.kvreshard.crd.telemetry.WriteMeters;
import io.kvreshard.crd.testing.MetricsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetricsDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/metrics.md");

  @Test
  void theDocumentHasEveryMetricOfAnAgent() throws Exception {
    try (Telemetry telemetry = Telemetry.start();
        Staging staging = new Staging(4096, 4096, new Progress(NanoClock.system()))) {
      AgentMeters meters = new AgentMeters(telemetry.meters(), NanoClock.system());
      meters.staging(Direction.OUT, staging);
      meters.operations(() -> 1);
      meters.sessions(List::of);
      new Renewals(telemetry.meters()).done();
      new WriteMeters(telemetry.meters())
          .<String, RuntimeException>around(Verb.CREATE, new ConfigMap(), () -> "written");
      assertThat(Files.readString(DOCUMENT))
          .contains("## The agents\n\n" + MetricsTable.of(telemetry.scrape()) + "\n");
    }
  }
}
