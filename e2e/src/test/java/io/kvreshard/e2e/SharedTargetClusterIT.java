package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two jobs want the same reservation. */
@ExtendWith(ClusterExtension.class)
class SharedTargetClusterIT {
  @Test
  void oneSucceedsTheOtherSaysWhyNot(Installation installation) {
    try (var workspace = Workspace.create(installation, "shared-target")) {
      workspace.apply(Example.read("tp2pp2-to-tp8/engines.yaml"));
      workspace.awaitSnapshots("tp2pp2", "tp8");
      var job = Example.read("tp2pp2-to-tp8/job.yaml");
      workspace.apply(job.with("/metadata/name", "one").and(job.with("/metadata/name", "two")));

      await("both have ended")
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> phases(workspace).equals(Map.of("Succeeded", 1L, "Failed", 1L)));

      var loser =
          jobs(workspace)
              .filter(it -> it.at("/status/phase").asText().equals("Failed"))
              .findFirst()
              .orElseThrow();
      assertThat(loser.at("/status/reason").asText()).isEqualTo("TargetNotReserved");
      assertThat(loser.at("/status/message").asText()).contains("\"tp8\"", "spec.target");
      assertThat(workspace.verify("tp8")).hasSize(8).allSatisfy(Verdicts::right);
    }
  }

  private static Map<String, Long> phases(Workspace workspace) {
    return jobs(workspace)
        .collect(
            Collectors.groupingBy(it -> it.at("/status/phase").asText(), Collectors.counting()));
  }

  private static java.util.stream.Stream<JsonNode> jobs(Workspace workspace) {
    return List.of("one", "two").stream().map(workspace::job);
  }
}
