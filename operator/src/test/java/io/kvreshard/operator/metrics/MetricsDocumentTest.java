package io.kvreshard.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.telemetry.Telemetry;
import io.kvreshard.crd.telemetry.WriteMeters;
import io.kvreshard.crd.testing.MetricsTable;
import io.kvreshard.operator.observe.Plans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/metrics.md");

  @Test
  void theDocumentHasEveryMetricOfTheOperator() throws Exception {
    try (var telemetry = Telemetry.start()) {
      var registry = telemetry.meters();
      var census = new Census(registry, () -> true);
      census.jobs(Stream::empty);
      census.snapshots(Stream::empty);
      census.agents(List::of);
      var _ = new JobMeters(registry);
      var plans = new Plans(1);
      PlanMeters.register(registry, plans);
      TurnTimer.of(registry, "KVReshardJob", "ok").record(1, TimeUnit.SECONDS);
      var _ =
          new WriteMeters(registry)
              .<String, RuntimeException>around(Verb.CREATE, new ConfigMap(), () -> "written");

      assertThat(Files.readString(DOCUMENT))
          .contains("## The operator\n\n" + MetricsTable.of(telemetry.scrape()) + "\n");
    }
  }
}
